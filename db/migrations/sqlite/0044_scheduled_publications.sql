-- Drafts that go live by themselves. No visitor reads it. The newest save is what goes out.
CREATE TABLE scheduled_publications (
  article_id integer PRIMARY KEY REFERENCES articles (id) ON DELETE CASCADE,
  -- Wall time in the site's zone, and the instant that follows from it.
  publish_at text NOT NULL CHECK (publish_at IS strftime('%Y-%m-%dT%H:%M:%S', publish_at) AND publish_at NOT LIKE '%T24%'),
  due_at text NOT NULL CHECK (due_at IS strftime('%Y-%m-%dT%H:%M:%fZ', due_at)),
  has_newsletter integer NOT NULL CHECK (has_newsletter IN (0, 1)),
  -- 'published': it is live, and its newsletter has still to be sent. 'late', 'restored' and 'failed' wait for a person.
  state text NOT NULL CHECK (state IN ('planned', 'published', 'late', 'restored', 'failed')),
  administrator_id integer REFERENCES administrators (id) ON DELETE SET NULL,
  created_at text NOT NULL CHECK (created_at IS strftime('%Y-%m-%dT%H:%M:%fZ', created_at)),
  -- When the administrators were told that it waits for them.
  told_at text CHECK (told_at IS strftime('%Y-%m-%dT%H:%M:%fZ', told_at))
) STRICT;
CREATE INDEX scheduled_publications_due_at ON scheduled_publications (due_at, article_id);
CREATE INDEX scheduled_publications_administrator ON scheduled_publications (administrator_id);
