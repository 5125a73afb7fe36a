-- Texts are folded for searches by the site itself, as it folds what is searched for.
DROP VIEW article_search_texts;
DROP VIEW article_folded_texts;
CREATE VIEW article_search_texts (id, text) AS SELECT id, search_text(title || char(10) || content_text) FROM articles;
DROP VIEW event_search_texts;
DROP VIEW event_folded_texts;
CREATE VIEW event_search_texts (id, text) AS SELECT id, search_text(title || char(10) || description) FROM events;

INSERT INTO event_search (event_search) VALUES ('delete-all');
INSERT INTO event_search (rowid, text) SELECT id, text FROM event_search_texts;
INSERT INTO article_search (article_search) VALUES ('delete-all');
DELETE FROM article_search_queue;
INSERT INTO article_search_queue SELECT id FROM articles WHERE length(content_text) > 10000;
INSERT INTO article_search (rowid, text)
  SELECT id, text FROM article_search_texts WHERE id NOT IN (SELECT article_id FROM article_search_queue);
