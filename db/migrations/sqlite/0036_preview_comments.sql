-- Links made before this table carry no number: they go on working, and are withdrawn all at once.
CREATE TABLE preview_links (
  id integer PRIMARY KEY AUTOINCREMENT,
  article_id integer NOT NULL REFERENCES articles (id) ON DELETE CASCADE,
  made_by integer REFERENCES administrators (id) ON DELETE SET NULL,
  made_at text NOT NULL CHECK (made_at IS strftime('%Y-%m-%dT%H:%M:%fZ', made_at)),
  expires_at text NOT NULL CHECK (expires_at IS strftime('%Y-%m-%dT%H:%M:%fZ', expires_at)),
  withdrawn_at text CHECK (withdrawn_at IS strftime('%Y-%m-%dT%H:%M:%fZ', withdrawn_at))
) STRICT;
CREATE INDEX preview_links_article ON preview_links (article_id, id);
CREATE INDEX preview_links_made_by ON preview_links (made_by);

-- What whoever has a preview link says of the article, for administrators alone.
CREATE TABLE preview_comments (
  id integer PRIMARY KEY AUTOINCREMENT,
  article_id integer NOT NULL REFERENCES articles (id) ON DELETE CASCADE,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
  text text NOT NULL CHECK (length(text) BETWEEN 1 AND 2000),
  at text NOT NULL CHECK (at IS strftime('%Y-%m-%dT%H:%M:%fZ', at)),
  read_at text CHECK (read_at IS strftime('%Y-%m-%dT%H:%M:%fZ', read_at))
) STRICT;
CREATE INDEX preview_comments_article ON preview_comments (article_id, id);
CREATE INDEX preview_comments_new ON preview_comments (article_id) WHERE read_at IS NULL;
