-- Pictures that stand on other sites, and their copies here: what visitors get shows the copy.
CREATE TABLE picture_copies (
  -- As texts have it.
  address text NOT NULL PRIMARY KEY CHECK (length(address) BETWEEN 1 AND 2000),
  -- Of the copy; null until there is one.
  url text CHECK (length(url) BETWEEN 1 AND 2000),
  attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  -- Null when it is copied, or given up.
  next_attempt_at text CHECK (next_attempt_at IS strftime('%Y-%m-%dT%H:%M:%fZ', next_attempt_at)),
  CHECK (url IS NULL OR next_attempt_at IS NULL)
) STRICT;
CREATE INDEX picture_copies_due ON picture_copies (next_attempt_at) WHERE next_attempt_at IS NOT NULL;
CREATE TRIGGER picture_copies_delete_counts AFTER DELETE ON picture_copies BEGIN UPDATE content_version SET version = version + 1; END;
CREATE TRIGGER picture_copies_insert_counts AFTER INSERT ON picture_copies BEGIN UPDATE content_version SET version = version + 1; END;
CREATE TRIGGER picture_copies_update_counts AFTER UPDATE OF url ON picture_copies BEGIN UPDATE content_version SET version = version + 1; END;
-- A job renders them again.
UPDATE articles SET rendered = NULL WHERE content LIKE '%src="http%';
