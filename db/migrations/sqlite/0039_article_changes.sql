-- What is written of a live article and not live yet: at most one for each article. Visitors never read it.
CREATE TABLE article_changes (
  -- Another one at each save, never again the same.
  id integer PRIMARY KEY AUTOINCREMENT,
  article_id integer NOT NULL UNIQUE REFERENCES articles (id) ON DELETE CASCADE,
  -- Of the live article when it was saved.
  base_version integer NOT NULL CHECK (base_version >= 1),
  saved_at text NOT NULL CHECK (saved_at IS strftime('%Y-%m-%dT%H:%M:%fZ', saved_at)),
  saved_by integer REFERENCES administrators (id) ON DELETE SET NULL,
  data text NOT NULL,
  -- The content as its page shows it; empty when that is the same.
  rendered text NOT NULL
) STRICT;
CREATE INDEX article_changes_saved_by ON article_changes (saved_by);
