-- Pictures that stand on other sites, and their copies here: what visitors get shows the copy.
CREATE TABLE picture_copies (
  -- As texts have it.
  address text NOT NULL PRIMARY KEY CHECK (utf16_length(address) BETWEEN 1 AND 2000),
  -- Of the copy; null until there is one.
  url text CHECK (utf16_length(url) BETWEEN 1 AND 2000),
  attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  -- Null when it is copied, or given up.
  next_attempt_at timestamptz(3),
  CHECK (url IS NULL OR next_attempt_at IS NULL)
);
CREATE INDEX picture_copies_due ON picture_copies (next_attempt_at) WHERE next_attempt_at IS NOT NULL;
CREATE CONSTRAINT TRIGGER picture_copies_change_counts AFTER INSERT OR DELETE OR UPDATE OF url ON picture_copies
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_content_change();
-- A job renders them again.
UPDATE articles SET rendered = NULL WHERE content LIKE '%src="http%';
