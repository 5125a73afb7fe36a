-- What keeps searches and counts quick however much there is; docs/decisions/0008-search.md says why it is these.

-- How long a text is, so that a list need not read it. It has one blank or line break between two words.
ALTER TABLE articles ADD COLUMN words integer NOT NULL DEFAULT 0 CHECK (words >= 0);
UPDATE articles SET words = length(content_text) - length(replace(replace(content_text, ' ', ''), char(10), '')) + 1
  WHERE content_text <> '';

CREATE INDEX articles_all_newest ON articles (coalesce(published_at, created_at) DESC, created_at DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX audit_entity ON audit (entity_id, id);

-- Finds any three characters and more, case aside, without the text. Two line breaks at the end let each character begin a
-- group of three, so that two characters are found by the groups that begin with them. Behind them each character stands once
-- more between marks that no text holds, so that a single one is found by a group of its own.
CREATE VIRTUAL TABLE article_search USING fts5(text, content='', contentless_delete=1, tokenize='trigram');
CREATE VIRTUAL TABLE article_grams USING fts5vocab(article_search, row);
CREATE VIEW article_search_texts (id, text) AS
  SELECT id, title || char(10) || content_text || char(10, 10) || (
    WITH RECURSIVE characters (rest, found) AS (
      SELECT title || content_text, char(31)
      UNION ALL
      SELECT replace(rest, substr(rest, 1, 1), ''), found || substr(rest, 1, 1) || char(31) FROM characters WHERE rest <> ''
    ) SELECT found FROM characters WHERE rest = '') FROM articles;
INSERT INTO article_search (rowid, text) SELECT id, text FROM article_search_texts;

CREATE TRIGGER articles_insert_searched AFTER INSERT ON articles BEGIN
  INSERT INTO article_search (rowid, text) SELECT id, text FROM article_search_texts WHERE id = new.id;
END;
CREATE TRIGGER articles_update_searched AFTER UPDATE OF title, content_text ON articles
  WHEN old.title IS NOT new.title OR old.content_text IS NOT new.content_text BEGIN
  DELETE FROM article_search WHERE rowid = old.id;
  INSERT INTO article_search (rowid, text) SELECT id, text FROM article_search_texts WHERE id = new.id;
END;
CREATE TRIGGER articles_delete_searched AFTER DELETE ON articles BEGIN
  DELETE FROM article_search WHERE rowid = old.id;
END;

CREATE VIRTUAL TABLE event_search USING fts5(text, content='', contentless_delete=1, tokenize='trigram');
CREATE VIRTUAL TABLE event_grams USING fts5vocab(event_search, row);
CREATE VIEW event_search_texts (id, text) AS
  SELECT id, title || char(10) || description || char(10, 10) || (
    WITH RECURSIVE characters (rest, found) AS (
      SELECT title || description, char(31)
      UNION ALL
      SELECT replace(rest, substr(rest, 1, 1), ''), found || substr(rest, 1, 1) || char(31) FROM characters WHERE rest <> ''
    ) SELECT found FROM characters WHERE rest = '') FROM events;
INSERT INTO event_search (rowid, text) SELECT id, text FROM event_search_texts;

CREATE TRIGGER events_insert_searched AFTER INSERT ON events BEGIN
  INSERT INTO event_search (rowid, text) SELECT id, text FROM event_search_texts WHERE id = new.id;
END;
CREATE TRIGGER events_update_searched AFTER UPDATE OF title, description ON events
  WHEN old.title IS NOT new.title OR old.description IS NOT new.description BEGIN
  DELETE FROM event_search WHERE rowid = old.id;
  INSERT INTO event_search (rowid, text) SELECT id, text FROM event_search_texts WHERE id = new.id;
END;
CREATE TRIGGER events_delete_searched AFTER DELETE ON events BEGIN
  DELETE FROM event_search WHERE rowid = old.id;
END;

-- The state is searched with the address, so that a rare one among a million is found as fast as a common one.
CREATE VIRTUAL TABLE subscriber_search USING fts5(email, state, content='', contentless_delete=1, tokenize='trigram');
CREATE VIRTUAL TABLE subscriber_grams USING fts5vocab(subscriber_search, row);
INSERT INTO subscriber_search (rowid, email, state) SELECT id, email_key || char(10, 10), substr(state, 1, 3) FROM subscribers;

CREATE TABLE subscriber_counts (
  state text NOT NULL UNIQUE,
  change integer NOT NULL
) STRICT;
INSERT INTO subscriber_counts (state, change) SELECT state, count(*) FROM subscribers GROUP BY state;

CREATE TRIGGER subscribers_insert_found AFTER INSERT ON subscribers BEGIN
  INSERT INTO subscriber_search (rowid, email, state) VALUES (new.id, new.email_key || char(10, 10), substr(new.state, 1, 3));
  INSERT INTO subscriber_counts (state, change) VALUES (new.state, 1) ON CONFLICT (state) DO UPDATE SET change = change + 1;
END;
CREATE TRIGGER subscribers_update_found AFTER UPDATE OF email_key, state ON subscribers
  WHEN old.email_key IS NOT new.email_key OR old.state IS NOT new.state BEGIN
  DELETE FROM subscriber_search WHERE rowid = old.id;
  INSERT INTO subscriber_search (rowid, email, state) VALUES (new.id, new.email_key || char(10, 10), substr(new.state, 1, 3));
  UPDATE subscriber_counts SET change = change - 1 WHERE state = old.state;
  INSERT INTO subscriber_counts (state, change) VALUES (new.state, 1) ON CONFLICT (state) DO UPDATE SET change = change + 1;
END;
CREATE TRIGGER subscribers_delete_found AFTER DELETE ON subscribers BEGIN
  DELETE FROM subscriber_search WHERE rowid = old.id;
  UPDATE subscriber_counts SET change = change - 1 WHERE state = old.state;
END;
