-- Of what was deleted forever: the files go as soon as the store lets them, and the row with them.
ALTER TABLE uploads ADD COLUMN removed_at timestamptz(3);
CREATE INDEX uploads_removed ON uploads (removed_at) WHERE removed_at IS NOT NULL;
