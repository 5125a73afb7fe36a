-- One table for what leads to an item from an address that it had before, here or on another site.
CREATE TABLE redirects (
  -- Decoded, in lower case, without a slash at the end: '/2019/05/first-post', '/blog?p=101'.
  path text NOT NULL PRIMARY KEY CHECK (length(path) BETWEEN 2 AND 500),
  kind text NOT NULL REFERENCES kinds (name),
  entity_id integer NOT NULL
) STRICT;
CREATE INDEX redirects_entity ON redirects (kind, entity_id);
CREATE TRIGGER redirects_delete_counts AFTER DELETE ON redirects BEGIN UPDATE content_version SET version = version + 1; END;
CREATE TRIGGER redirects_insert_counts AFTER INSERT ON redirects BEGIN UPDATE content_version SET version = version + 1; END;
CREATE TRIGGER redirects_update_counts AFTER UPDATE ON redirects BEGIN UPDATE content_version SET version = version + 1; END;
INSERT OR IGNORE INTO redirects (path, kind, entity_id)
WITH RECURSIVE lines (id, line, rest) AS (
  SELECT id, '', former_addresses || char(10) FROM pages
  UNION ALL
  SELECT id, substr(rest, 1, instr(rest, char(10)) - 1), substr(rest, instr(rest, char(10)) + 1) FROM lines WHERE rest <> ''
)
SELECT '/' || line, 'pages', id FROM lines WHERE line <> '';
CREATE TABLE pages_next (
  id integer PRIMARY KEY AUTOINCREMENT,
  title text NOT NULL CHECK (length(title) BETWEEN 1 AND 100),
  address text NOT NULL CHECK (length(address) BETWEEN 1 AND 60),
  content text NOT NULL,
  place text NOT NULL CHECK (place IN ('menu', 'footer', 'none')),
  position integer NOT NULL DEFAULT 0 CHECK (position BETWEEN 0 AND 9999),
  is_published integer NOT NULL CHECK (is_published IN (0, 1)),
  image_url text CHECK (length(image_url) <= 2000),
  image_focal_x integer CHECK (image_focal_x BETWEEN 0 AND 100),
  image_focal_y integer CHECK (image_focal_y BETWEEN 0 AND 100),
  created_at text NOT NULL CHECK (created_at IS strftime('%Y-%m-%dT%H:%M:%fZ', created_at)),
  updated_at text NOT NULL CHECK (updated_at IS strftime('%Y-%m-%dT%H:%M:%fZ', updated_at)),
  version integer NOT NULL DEFAULT 1 CHECK (version >= 1),
  updated_by integer REFERENCES administrators (id) ON DELETE SET NULL,
  deleted_at text CHECK (deleted_at IS strftime('%Y-%m-%dT%H:%M:%fZ', deleted_at)),
  deleted_by integer REFERENCES administrators (id) ON DELETE SET NULL
) STRICT;
INSERT INTO pages_next (
  id, title, address, content, place, position, is_published, image_url, image_focal_x, image_focal_y, created_at,
  updated_at, version, updated_by, deleted_at, deleted_by
)
SELECT
  id, title, address, content, place, position, is_published, image_url, image_focal_x, image_focal_y, created_at,
  updated_at, version, updated_by, deleted_at, deleted_by
FROM pages;
DELETE FROM sqlite_sequence WHERE name = 'pages_next';
INSERT INTO sqlite_sequence (name, seq) SELECT 'pages_next', seq FROM sqlite_sequence WHERE name = 'pages';
DROP TABLE pages;
ALTER TABLE pages_next RENAME TO pages;
CREATE UNIQUE INDEX pages_address ON pages (address);
CREATE INDEX pages_bin ON pages (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX pages_deleted_by ON pages (deleted_by);
CREATE INDEX pages_updated_by ON pages (updated_by);
CREATE TRIGGER pages_delete_counts AFTER DELETE ON pages BEGIN UPDATE content_version SET version = version + 1; END;
CREATE TRIGGER pages_insert_counts AFTER INSERT ON pages BEGIN UPDATE content_version SET version = version + 1; END;
CREATE TRIGGER pages_update_counts AFTER UPDATE ON pages BEGIN UPDATE content_version SET version = version + 1; END;
