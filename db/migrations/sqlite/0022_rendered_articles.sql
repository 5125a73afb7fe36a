-- The body of an article as its page shows it, made once from `content`: null while nobody has, empty where both are the same.
-- It takes the place of the one that had its code in colours and no more.
DROP TRIGGER articles_update_highlighted;
DROP INDEX articles_not_highlighted;
ALTER TABLE articles DROP COLUMN highlighted;
ALTER TABLE articles ADD COLUMN rendered text;
CREATE INDEX articles_not_rendered ON articles (id) WHERE rendered IS NULL;

-- What another program writes is not hidden behind an old rendering. The site writes the new one in a statement of its own.
CREATE TRIGGER articles_update_rendered AFTER UPDATE OF content ON articles WHEN new.content IS NOT old.content BEGIN
  UPDATE articles SET rendered = NULL WHERE id = new.id;
END;
