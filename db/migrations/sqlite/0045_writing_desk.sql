-- Which working copies were saved or discarded: a copy that is merely missing proves nothing, for the database may have been put back.
CREATE TABLE ended_copies (
  administrator_id integer NOT NULL REFERENCES administrators (id) ON DELETE CASCADE,
  id text NOT NULL CHECK (length(id) = 36),
  at text NOT NULL CHECK (at IS strftime('%Y-%m-%dT%H:%M:%fZ', at)),
  PRIMARY KEY (administrator_id, id)
) STRICT;
CREATE INDEX ended_copies_at ON ended_copies (at);

-- What a save under this key has made of the item: whoever never got the answer goes on from that. Null for a creation.
ALTER TABLE idempotency_keys ADD COLUMN version integer CHECK (version >= 1);

-- The same for changes beside a live article, and those before the newest: what a form was filled with, so that a save can be merged.
ALTER TABLE article_changes ADD COLUMN save_key text CHECK (length(save_key) = 36);
CREATE TABLE earlier_changes (
  -- As it was in article_changes.
  id integer NOT NULL PRIMARY KEY,
  article_id integer NOT NULL REFERENCES articles (id) ON DELETE CASCADE,
  saved_by integer REFERENCES administrators (id) ON DELETE SET NULL,
  save_key text CHECK (length(save_key) = 36),
  data text NOT NULL
) STRICT;
CREATE INDEX earlier_changes_article ON earlier_changes (article_id);
CREATE INDEX earlier_changes_saved_by ON earlier_changes (saved_by);
