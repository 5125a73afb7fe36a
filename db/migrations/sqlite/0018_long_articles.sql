-- The code of an article in colours, made once when it is saved: null while nobody has looked, empty where there is none.
ALTER TABLE articles ADD COLUMN highlighted text;
UPDATE articles SET highlighted = '' WHERE instr(content, 'data-language=') = 0;
CREATE INDEX articles_not_highlighted ON articles (id) WHERE highlighted IS NULL;

-- What another program, or an older version of the site beside this one, writes is not hidden behind old colours.
CREATE TRIGGER articles_update_highlighted AFTER UPDATE OF content ON articles
  WHEN new.content IS NOT old.content AND new.highlighted <> '' AND new.highlighted = old.highlighted BEGIN
  UPDATE articles SET highlighted = NULL WHERE id = new.id;
END;

-- Each character of a text once, found in pieces of it: in all of it at once, a text of 20,000 different ones took minutes.
DROP VIEW article_search_texts;
CREATE VIEW article_search_texts (id, text) AS
  SELECT id, title || char(10) || content_text || char(10, 10) || char(31) || coalesce((
    WITH RECURSIVE pieces (piece, rest) AS (
      SELECT '', title || content_text
      UNION ALL
      SELECT substr(rest, 1, 256), substr(rest, 257) FROM pieces WHERE rest <> ''
    ), characters (one, rest) AS (
      SELECT '', piece FROM pieces
      UNION ALL
      SELECT substr(rest, 1, 1), replace(rest, substr(rest, 1, 1), '') FROM characters WHERE rest <> ''
    ) SELECT group_concat(one, char(31)) FROM (SELECT DISTINCT one FROM characters WHERE one <> '')), '') || char(31) FROM articles;

-- The groups of a long text take longer than a page may wait: they are made in a thread, a moment after the text is saved.
-- Until then it is found by what it said before.
CREATE TABLE article_search_queue (article_id integer PRIMARY KEY) STRICT;

DROP TRIGGER articles_insert_searched;
DROP TRIGGER articles_update_searched;
DROP TRIGGER articles_delete_searched;
CREATE TRIGGER articles_insert_searched AFTER INSERT ON articles WHEN length(new.content_text) <= 10000 BEGIN
  INSERT INTO article_search (rowid, text) SELECT id, text FROM article_search_texts WHERE id = new.id;
END;
CREATE TRIGGER articles_insert_queued AFTER INSERT ON articles WHEN length(new.content_text) > 10000 BEGIN
  INSERT INTO article_search_queue (article_id) VALUES (new.id) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER articles_update_searched AFTER UPDATE OF title, content_text ON articles
  WHEN (old.title IS NOT new.title OR old.content_text IS NOT new.content_text) AND length(new.content_text) <= 10000 BEGIN
  DELETE FROM article_search_queue WHERE article_id = new.id;
  DELETE FROM article_search WHERE rowid = old.id;
  INSERT INTO article_search (rowid, text) SELECT id, text FROM article_search_texts WHERE id = new.id;
END;
CREATE TRIGGER articles_update_queued AFTER UPDATE OF title, content_text ON articles
  WHEN (old.title IS NOT new.title OR old.content_text IS NOT new.content_text) AND length(new.content_text) > 10000 BEGIN
  INSERT INTO article_search_queue (article_id) VALUES (new.id) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER articles_delete_searched AFTER DELETE ON articles BEGIN
  DELETE FROM article_search_queue WHERE article_id = old.id;
  DELETE FROM article_search WHERE rowid = old.id;
END;
