INSERT INTO kinds (name) VALUES ('committees');

CREATE TABLE committees (
  id integer PRIMARY KEY AUTOINCREMENT,
  label text NOT NULL CHECK (length(label) BETWEEN 1 AND 30),
  "from" text NOT NULL CHECK ("from" IS date("from")),
  "to" text NOT NULL CHECK ("to" IS date("to")),
  -- JSON: who held which position, in order.
  posts text NOT NULL DEFAULT '[]',
  -- JSON: what closing the year changed, to undo it, and the accounts that end; null for a year that was added by hand.
  closing text,
  image_url text CHECK (length(image_url) <= 2000),
  image_focal_x integer CHECK (image_focal_x BETWEEN 0 AND 100),
  image_focal_y integer CHECK (image_focal_y BETWEEN 0 AND 100),
  created_at text NOT NULL CHECK (created_at IS strftime('%Y-%m-%dT%H:%M:%fZ', created_at)),
  updated_at text NOT NULL CHECK (updated_at IS strftime('%Y-%m-%dT%H:%M:%fZ', updated_at)),
  version integer NOT NULL DEFAULT 1 CHECK (version >= 1),
  updated_by integer REFERENCES administrators (id) ON DELETE SET NULL,
  deleted_at text CHECK (deleted_at IS strftime('%Y-%m-%dT%H:%M:%fZ', deleted_at)),
  deleted_by integer REFERENCES administrators (id) ON DELETE SET NULL,
  CHECK ("from" <= "to")
) STRICT;
CREATE INDEX committees_bin ON committees (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX committees_deleted_by ON committees (deleted_by);
CREATE INDEX committees_updated_by ON committees (updated_by);
CREATE TRIGGER committees_delete_counts AFTER DELETE ON committees BEGIN UPDATE content_version SET version = version + 1; END;
CREATE TRIGGER committees_insert_counts AFTER INSERT ON committees BEGIN UPDATE content_version SET version = version + 1; END;
CREATE TRIGGER committees_update_counts AFTER UPDATE ON committees BEGIN UPDATE content_version SET version = version + 1; END;
