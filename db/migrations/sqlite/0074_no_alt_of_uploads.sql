-- The alt text stands where a picture is shown; nothing has written this one since the library has no screen.
PRAGMA legacy_alter_table = ON;

CREATE TABLE uploads_next (
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
  -- Set when nothing mentions the picture any more: its files go as soon as the store lets them, and then the row.
  removed_at text CHECK (removed_at IS strftime('%Y-%m-%dT%H:%M:%fZ', removed_at)),
  file_name text CHECK (length(file_name) BETWEEN 1 AND 200)
) STRICT;
INSERT INTO uploads_next (
  id, url, purpose, width, height, color, bytes, variants, created_at, administrator_id, removed_at, file_name
) SELECT
  id, url, purpose, width, height, color, bytes, variants, created_at, administrator_id, removed_at, file_name
FROM uploads;
-- Numbers of deleted uploads are never given again.
DELETE FROM sqlite_sequence WHERE name = 'uploads_next';
INSERT INTO sqlite_sequence (name, seq) SELECT 'uploads_next', seq FROM sqlite_sequence WHERE name = 'uploads';
DROP TABLE uploads;
ALTER TABLE uploads_next RENAME TO uploads;
CREATE INDEX uploads_administrator ON uploads (administrator_id);
CREATE INDEX uploads_newest ON uploads (created_at, id);
CREATE INDEX uploads_removed ON uploads (removed_at) WHERE removed_at IS NOT NULL;
CREATE INDEX uploads_same ON uploads (file_name, bytes);
CREATE TRIGGER uploads_delete_counts AFTER DELETE ON uploads BEGIN UPDATE content_version SET version = version + 1; END;
CREATE TRIGGER uploads_insert_counts AFTER INSERT ON uploads BEGIN UPDATE content_version SET version = version + 1; END;
CREATE TRIGGER uploads_update_counts AFTER UPDATE ON uploads BEGIN UPDATE content_version SET version = version + 1; END;
PRAGMA legacy_alter_table = OFF;
