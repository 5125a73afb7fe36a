-- Triggers only note what has changed, so that any program can write; the site folds the texts of searches and fills the index.
DROP TRIGGER articles_delete_searched;
DROP TRIGGER articles_insert_queued;
DROP TRIGGER articles_insert_searched;
DROP TRIGGER articles_update_queued;
DROP TRIGGER articles_update_searched;
DROP TRIGGER events_delete_searched;
DROP TRIGGER events_insert_searched;
DROP TRIGGER events_update_searched;
DROP VIEW article_search_texts;
DROP VIEW article_folded_texts;
DROP VIEW event_search_texts;
DROP VIEW event_folded_texts;
DROP TABLE article_search_queue;

CREATE TABLE search_queue (
  kind text NOT NULL CHECK (kind IN ('articles', 'events')),
  id integer NOT NULL,
  PRIMARY KEY (kind, id)
) STRICT;

CREATE TRIGGER articles_delete_searched AFTER DELETE ON articles BEGIN
  DELETE FROM search_queue WHERE kind = 'articles' AND id = old.id;
  DELETE FROM article_search WHERE rowid = old.id;
END;
CREATE TRIGGER articles_insert_searched AFTER INSERT ON articles BEGIN
  INSERT INTO search_queue (kind, id) VALUES ('articles', new.id) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER articles_update_searched AFTER UPDATE OF title, content_text ON articles
  WHEN old.title IS NOT new.title OR old.content_text IS NOT new.content_text BEGIN
  INSERT INTO search_queue (kind, id) VALUES ('articles', new.id) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER events_delete_searched AFTER DELETE ON events BEGIN
  DELETE FROM search_queue WHERE kind = 'events' AND id = old.id;
  DELETE FROM event_search WHERE rowid = old.id;
END;
CREATE TRIGGER events_insert_searched AFTER INSERT ON events BEGIN
  INSERT INTO search_queue (kind, id) VALUES ('events', new.id) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER events_update_searched AFTER UPDATE OF title, description ON events
  WHEN old.title IS NOT new.title OR old.description IS NOT new.description BEGIN
  INSERT INTO search_queue (kind, id) VALUES ('events', new.id) ON CONFLICT DO NOTHING;
END;

-- What is indexed is found until it is folded anew.
INSERT INTO search_queue (kind, id) SELECT 'articles', id FROM articles;
INSERT INTO search_queue (kind, id) SELECT 'events', id FROM events;
