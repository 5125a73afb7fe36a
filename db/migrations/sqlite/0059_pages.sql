INSERT INTO kinds (name) VALUES ('pages');

CREATE TABLE pages (
  id integer PRIMARY KEY AUTOINCREMENT,
  title text NOT NULL CHECK (length(title) BETWEEN 1 AND 100),
  address text NOT NULL CHECK (length(address) BETWEEN 1 AND 60),
  -- The addresses that it had before, one a line: they lead to it.
  former_addresses text NOT NULL DEFAULT '',
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
CREATE UNIQUE INDEX pages_address ON pages (address);
CREATE INDEX pages_bin ON pages (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX pages_deleted_by ON pages (deleted_by);
CREATE INDEX pages_updated_by ON pages (updated_by);
CREATE TRIGGER pages_delete_counts AFTER DELETE ON pages BEGIN UPDATE content_version SET version = version + 1; END;
CREATE TRIGGER pages_insert_counts AFTER INSERT ON pages BEGIN UPDATE content_version SET version = version + 1; END;
CREATE TRIGGER pages_update_counts AFTER UPDATE ON pages BEGIN UPDATE content_version SET version = version + 1; END;
