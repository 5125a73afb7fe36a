-- What has revisions, idempotency keys and pictures is named in one table: a new kind is one row, and no table is rebuilt.
-- SQLite cannot change a CHECK in place: these tables are made anew, their ids and columns as they were.

-- The settings have revisions, though there is one of them.
CREATE TABLE kinds (
  name text NOT NULL PRIMARY KEY CHECK (length(name) BETWEEN 1 AND 50)
) STRICT;
INSERT INTO kinds (name) VALUES ('articles'), ('events'), ('members'), ('settings');

CREATE TABLE revisions_new (
  id integer PRIMARY KEY AUTOINCREMENT,
  kind text NOT NULL REFERENCES kinds (name),
  entity_id integer NOT NULL CHECK (entity_id >= 0),
  version integer NOT NULL CHECK (version >= 1),
  at text NOT NULL CHECK (at IS strftime('%Y-%m-%dT%H:%M:%fZ', at)),
  administrator_id integer REFERENCES administrators (id) ON DELETE SET NULL,
  summary text NOT NULL CHECK (length(summary) BETWEEN 1 AND 1000),
  data text NOT NULL,
  content_hash text REFERENCES revision_contents (hash) ON DELETE RESTRICT
) STRICT;
INSERT INTO revisions_new SELECT * FROM revisions;
DELETE FROM sqlite_sequence WHERE name = 'revisions_new';
INSERT INTO sqlite_sequence (name, seq) SELECT 'revisions_new', seq FROM sqlite_sequence WHERE name = 'revisions';
DROP TABLE revisions;
ALTER TABLE revisions_new RENAME TO revisions;
CREATE INDEX revisions_entity ON revisions (kind, entity_id, id);
CREATE INDEX revisions_at ON revisions (at);
CREATE INDEX revisions_administrator ON revisions (administrator_id);
CREATE INDEX revisions_content ON revisions (content_hash);

CREATE TABLE idempotency_keys_new (
  administrator_id integer NOT NULL REFERENCES administrators (id) ON DELETE CASCADE,
  kind text NOT NULL REFERENCES kinds (name),
  key text NOT NULL CHECK (length(key) = 36),
  entity_id integer,
  created_at text NOT NULL CHECK (created_at IS strftime('%Y-%m-%dT%H:%M:%fZ', created_at)),
  PRIMARY KEY (administrator_id, kind, key)
) STRICT;
INSERT INTO idempotency_keys_new SELECT * FROM idempotency_keys;
DROP TABLE idempotency_keys;
ALTER TABLE idempotency_keys_new RENAME TO idempotency_keys;
CREATE INDEX idempotency_keys_created_at ON idempotency_keys (created_at);

CREATE TABLE uploads_new (
  id integer PRIMARY KEY AUTOINCREMENT,
  url text NOT NULL UNIQUE CHECK (length(url) BETWEEN 1 AND 2000),
  purpose text NOT NULL REFERENCES kinds (name),
  width integer NOT NULL CHECK (width >= 1),
  height integer NOT NULL CHECK (height >= 1),
  color text NOT NULL CHECK (color GLOB '#[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'),
  bytes integer NOT NULL CHECK (bytes >= 1),
  variants text NOT NULL,
  created_at text NOT NULL CHECK (created_at IS strftime('%Y-%m-%dT%H:%M:%fZ', created_at)),
  administrator_id integer REFERENCES administrators (id) ON DELETE SET NULL,
  -- Of what was deleted forever: the files go as soon as the store lets them, and the row with them.
  removed_at text CHECK (removed_at IS strftime('%Y-%m-%dT%H:%M:%fZ', removed_at))
) STRICT;
INSERT INTO uploads_new SELECT * FROM uploads;
DELETE FROM sqlite_sequence WHERE name = 'uploads_new';
INSERT INTO sqlite_sequence (name, seq) SELECT 'uploads_new', seq FROM sqlite_sequence WHERE name = 'uploads';
DROP TABLE uploads;
ALTER TABLE uploads_new RENAME TO uploads;
CREATE INDEX uploads_administrator ON uploads (administrator_id);
CREATE INDEX uploads_removed ON uploads (removed_at) WHERE removed_at IS NOT NULL;
CREATE TRIGGER uploads_insert_counts AFTER INSERT ON uploads BEGIN UPDATE content_version SET version = version + 1; END;
CREATE TRIGGER uploads_update_counts AFTER UPDATE ON uploads BEGIN UPDATE content_version SET version = version + 1; END;
CREATE TRIGGER uploads_delete_counts AFTER DELETE ON uploads BEGIN UPDATE content_version SET version = version + 1; END;
