-- The body of an article as its page shows it, made once from `content`: null while nobody has, empty where both are the same.
-- `highlighted` had its code in colours and no more: it stays for an older process beside this one, with its trigger.
UPDATE articles SET highlighted = '' WHERE highlighted <> '';
ALTER TABLE articles ADD COLUMN rendered text;
CREATE INDEX articles_not_rendered ON articles (id) WHERE rendered IS NULL;

-- What another program writes is not hidden behind an old rendering. The site writes the new one in a statement of its own.
CREATE TRIGGER articles_update_rendered AFTER UPDATE OF content ON articles WHEN new.content IS NOT old.content BEGIN
  UPDATE articles SET rendered = NULL WHERE id = new.id;
END;
