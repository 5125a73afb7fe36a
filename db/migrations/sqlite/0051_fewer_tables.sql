-- Views and other tables name the tables that are made anew here; they go on meaning them.
PRAGMA legacy_alter_table = ON;

-- Each session ends by itself.
CREATE TABLE administrators_next (
  id integer PRIMARY KEY AUTOINCREMENT,
  username text NOT NULL CHECK (length(username) BETWEEN 1 AND 50),
  username_key text NOT NULL UNIQUE CHECK (length(username_key) BETWEEN 1 AND 50),
  email text NOT NULL CHECK (length(email) BETWEEN 3 AND 254),
  email_key text NOT NULL UNIQUE CHECK (length(email_key) BETWEEN 3 AND 254),
  password_hash text NOT NULL CHECK (length(password_hash) BETWEEN 1 AND 500),
  is_active integer NOT NULL CHECK (is_active IN (0, 1)),
  created_at text NOT NULL CHECK (created_at IS strftime('%Y-%m-%dT%H:%M:%fZ', created_at)),
  last_seen_at text CHECK (last_seen_at IS strftime('%Y-%m-%dT%H:%M:%fZ', last_seen_at))
) STRICT;
INSERT INTO administrators_next (
  id, username, username_key, email, email_key, password_hash, is_active, created_at, last_seen_at
) SELECT
  id, username, username_key, email, email_key, password_hash, is_active, created_at, last_seen_at
FROM administrators;
DELETE FROM sqlite_sequence WHERE name = 'administrators_next';
INSERT INTO sqlite_sequence (name, seq) SELECT 'administrators_next', seq FROM sqlite_sequence WHERE name = 'administrators';
DROP TABLE administrators;
ALTER TABLE administrators_next RENAME TO administrators;

-- `rendered` has the colours as well.
CREATE TABLE articles_next (
  id integer PRIMARY KEY AUTOINCREMENT,
  title text NOT NULL CHECK (length(title) BETWEEN 1 AND 200),
  description text NOT NULL CHECK (length(description) BETWEEN 1 AND 250),
  content text NOT NULL,
  content_text text NOT NULL,
  excerpt text CHECK (length(excerpt) <= 300),
  image_url text CHECK (length(image_url) <= 2000),
  image_alt text NOT NULL CHECK (length(image_alt) <= 250),
  is_published integer NOT NULL CHECK (is_published IN (0, 1)),
  is_featured integer NOT NULL CHECK (is_featured IN (0, 1)),
  published_at text CHECK (published_at IS strftime('%Y-%m-%dT%H:%M:%fZ', published_at)),
  created_at text NOT NULL CHECK (created_at IS strftime('%Y-%m-%dT%H:%M:%fZ', created_at)),
  updated_at text NOT NULL CHECK (updated_at IS strftime('%Y-%m-%dT%H:%M:%fZ', updated_at)),
  version integer NOT NULL DEFAULT 1 CHECK (version >= 1),
  deleted_at text CHECK (deleted_at IS strftime('%Y-%m-%dT%H:%M:%fZ', deleted_at)),
  updated_by integer REFERENCES administrators (id) ON DELETE SET NULL,
  deleted_by integer REFERENCES administrators (id) ON DELETE SET NULL,
  words integer NOT NULL DEFAULT 0 CHECK (words >= 0),
  previews_withdrawn integer NOT NULL DEFAULT 0,
  rendered text,
  lang text CHECK (length(lang) BETWEEN 2 AND 35),
  image_focal_x integer CHECK (image_focal_x BETWEEN 0 AND 100),
  image_focal_y integer CHECK (image_focal_y BETWEEN 0 AND 100)
) STRICT;
INSERT INTO articles_next (
  id, title, description, content, content_text, excerpt, image_url, image_alt, is_published, is_featured,
  published_at, created_at, updated_at, version, deleted_at, updated_by, deleted_by, words, previews_withdrawn,
  rendered, lang, image_focal_x, image_focal_y
) SELECT
  id, title, description, content, content_text, excerpt, image_url, image_alt, is_published, is_featured,
  published_at, created_at, updated_at, version, deleted_at, updated_by, deleted_by, words, previews_withdrawn,
  rendered, lang, image_focal_x, image_focal_y
FROM articles;
DELETE FROM sqlite_sequence WHERE name = 'articles_next';
INSERT INTO sqlite_sequence (name, seq) SELECT 'articles_next', seq FROM sqlite_sequence WHERE name = 'articles';
DROP TABLE articles;
ALTER TABLE articles_next RENAME TO articles;
CREATE INDEX articles_all_newest ON articles (coalesce(published_at, created_at) DESC, created_at DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX articles_bin ON articles (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX articles_changed ON articles (updated_at, id) WHERE deleted_at IS NULL;
CREATE INDEX articles_deleted_by ON articles (deleted_by);
CREATE INDEX articles_newest ON articles (is_published, published_at DESC, created_at DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX articles_not_rendered ON articles (id) WHERE rendered IS NULL;
CREATE INDEX articles_title ON articles (title, id) WHERE deleted_at IS NULL;
CREATE INDEX articles_updated_by ON articles (updated_by);
CREATE TRIGGER articles_delete_counts AFTER DELETE ON articles BEGIN UPDATE content_version SET version = version + 1; END;
CREATE TRIGGER articles_delete_searched AFTER DELETE ON articles BEGIN
  DELETE FROM article_search_queue WHERE article_id = old.id;
  DELETE FROM article_search WHERE rowid = old.id;
END;
CREATE TRIGGER articles_insert_counts AFTER INSERT ON articles BEGIN UPDATE content_version SET version = version + 1; END;
CREATE TRIGGER articles_insert_queued AFTER INSERT ON articles WHEN length(new.content_text) > 10000 BEGIN
  INSERT INTO article_search_queue (article_id) VALUES (new.id) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER articles_insert_searched AFTER INSERT ON articles WHEN length(new.content_text) <= 10000 BEGIN
  INSERT INTO article_search (rowid, text) SELECT id, text FROM article_search_texts WHERE id = new.id;
END;
CREATE TRIGGER articles_update_counts AFTER UPDATE ON articles BEGIN UPDATE content_version SET version = version + 1; END;
CREATE TRIGGER articles_update_queued AFTER UPDATE OF title, content_text ON articles
  WHEN (old.title IS NOT new.title OR old.content_text IS NOT new.content_text) AND length(new.content_text) > 10000 BEGIN
  INSERT INTO article_search_queue (article_id) VALUES (new.id) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER articles_update_rendered AFTER UPDATE OF content ON articles WHEN new.content IS NOT old.content BEGIN
  UPDATE articles SET rendered = NULL WHERE id = new.id;
END;
CREATE TRIGGER articles_update_searched AFTER UPDATE OF title, content_text ON articles
  WHEN (old.title IS NOT new.title OR old.content_text IS NOT new.content_text) AND length(new.content_text) <= 10000 BEGIN
  DELETE FROM article_search_queue WHERE article_id = new.id;
  DELETE FROM article_search WHERE rowid = old.id;
  INSERT INTO article_search (rowid, text) SELECT id, text FROM article_search_texts WHERE id = new.id;
END;

-- A revision holds its whole text.
CREATE TABLE revisions_next (
  id integer PRIMARY KEY AUTOINCREMENT,
  kind text NOT NULL REFERENCES kinds (name),
  entity_id integer NOT NULL CHECK (entity_id >= 0),
  version integer NOT NULL CHECK (version >= 1),
  at text NOT NULL CHECK (at IS strftime('%Y-%m-%dT%H:%M:%fZ', at)),
  administrator_id integer REFERENCES administrators (id) ON DELETE SET NULL,
  summary text NOT NULL CHECK (length(summary) BETWEEN 1 AND 1000),
  data text NOT NULL
) STRICT;
INSERT INTO revisions_next (
  id, kind, entity_id, version, at, administrator_id, summary, data
) SELECT
  id, kind, entity_id, version, at, administrator_id, summary,
  iif(content IS NULL, data, json_set(data, '$.content', content))
FROM revisions LEFT JOIN revision_contents ON revision_contents.hash = revisions.content_hash;
DELETE FROM sqlite_sequence WHERE name = 'revisions_next';
INSERT INTO sqlite_sequence (name, seq) SELECT 'revisions_next', seq FROM sqlite_sequence WHERE name = 'revisions';
DROP TABLE revisions;
ALTER TABLE revisions_next RENAME TO revisions;
CREATE INDEX revisions_administrator ON revisions (administrator_id);
CREATE INDEX revisions_at ON revisions (at);
CREATE INDEX revisions_entity ON revisions (kind, entity_id, id);
DROP TABLE revision_contents;

PRAGMA legacy_alter_table = OFF;

-- A code that was used is counted with the failures.
DROP TABLE used_challenges;

-- Whoever came back and waits for an administrator.
ALTER TABLE subscribers ADD COLUMN doubted_at text CHECK (doubted_at IS strftime('%Y-%m-%dT%H:%M:%fZ', doubted_at));
ALTER TABLE subscribers ADD COLUMN doubted_because text CHECK (length(doubted_because) <= 500);
UPDATE subscribers SET doubted_at = pending.at, doubted_because = pending.because
FROM pending_suppressions AS pending WHERE pending.subscriber_id = subscribers.id;
DROP TABLE pending_suppressions;
CREATE INDEX subscribers_doubted ON subscribers (doubted_at, id) WHERE doubted_at IS NOT NULL;

-- They are counted when somebody asks.
DROP TRIGGER subscribers_delete_found;
DROP TRIGGER subscribers_insert_found;
DROP TRIGGER subscribers_update_found;
DROP TABLE subscriber_counts;
CREATE TRIGGER subscribers_delete_found AFTER DELETE ON subscribers BEGIN
  DELETE FROM subscriber_search WHERE rowid = old.id;
END;
CREATE TRIGGER subscribers_insert_found AFTER INSERT ON subscribers BEGIN
  INSERT INTO subscriber_search (rowid, email, state) VALUES (new.id, new.email_key || char(10, 10), substr(new.state, 1, 3));
END;
CREATE TRIGGER subscribers_update_found AFTER UPDATE OF email_key, state ON subscribers
  WHEN old.email_key IS NOT new.email_key OR old.state IS NOT new.state BEGIN
  DELETE FROM subscriber_search WHERE rowid = old.id;
  INSERT INTO subscriber_search (rowid, email, state) VALUES (new.id, new.email_key || char(10, 10), substr(new.state, 1, 3));
END;
