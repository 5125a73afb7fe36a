-- Drafts that go live by themselves. No visitor reads it. The newest save is what goes out.
CREATE TABLE scheduled_publications (
  article_id bigint PRIMARY KEY REFERENCES articles (id) ON DELETE CASCADE,
  -- Wall time in the site's zone, and the instant that follows from it.
  publish_at text NOT NULL CHECK (publish_at ~ '^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d$'),
  due_at timestamptz(3) NOT NULL,
  has_newsletter boolean NOT NULL,
  -- 'published': it is live, and its newsletter has still to be sent. 'late', 'restored' and 'failed' wait for a person.
  state text NOT NULL CHECK (state IN ('planned', 'published', 'late', 'restored', 'failed')),
  administrator_id bigint REFERENCES administrators (id) ON DELETE SET NULL,
  created_at timestamptz(3) NOT NULL,
  -- When the administrators were told that it waits for them.
  told_at timestamptz(3)
);
CREATE INDEX scheduled_publications_due_at ON scheduled_publications (due_at, article_id);
CREATE INDEX scheduled_publications_administrator ON scheduled_publications (administrator_id);
