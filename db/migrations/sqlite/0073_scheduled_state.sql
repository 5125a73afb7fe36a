-- What is scheduled is called so, as on the screens.
PRAGMA legacy_alter_table = ON;

CREATE TABLE scheduled_publications_next (
  id integer PRIMARY KEY AUTOINCREMENT,
  -- One of these two.
  article_id integer UNIQUE REFERENCES articles (id) ON DELETE CASCADE,
  issue_id integer UNIQUE REFERENCES issues (id) ON DELETE CASCADE,
  -- Wall time in the site's zone, and the instant that follows from it.
  publish_at text NOT NULL CHECK (publish_at IS strftime('%Y-%m-%dT%H:%M:%S', publish_at) AND publish_at NOT LIKE '%T24%'),
  due_at text NOT NULL CHECK (due_at IS strftime('%Y-%m-%dT%H:%M:%fZ', due_at)),
  has_newsletter integer NOT NULL CHECK (has_newsletter IN (0, 1)),
  -- 'published': it is live, and its newsletter has still to be sent. 'late', 'restored' and 'failed' wait for a person.
  state text NOT NULL CHECK (state IN ('scheduled', 'published', 'late', 'restored', 'failed')),
  administrator_id integer REFERENCES administrators (id) ON DELETE SET NULL,
  created_at text NOT NULL CHECK (created_at IS strftime('%Y-%m-%dT%H:%M:%fZ', created_at)),
  -- When the administrators were told that it waits for them.
  told_at text CHECK (told_at IS strftime('%Y-%m-%dT%H:%M:%fZ', told_at)),
  CHECK ((article_id IS NULL) <> (issue_id IS NULL))
) STRICT;
INSERT INTO scheduled_publications_next (
  id, article_id, issue_id, publish_at, due_at, has_newsletter, state, administrator_id, created_at, told_at
) SELECT
  id, article_id, issue_id, publish_at, due_at, has_newsletter, iif(state = 'planned', 'scheduled', state), administrator_id,
  created_at, told_at
FROM scheduled_publications;
DROP TABLE scheduled_publications;
ALTER TABLE scheduled_publications_next RENAME TO scheduled_publications;
CREATE INDEX scheduled_publications_administrator ON scheduled_publications (administrator_id);
CREATE INDEX scheduled_publications_due_at ON scheduled_publications (due_at, id);
PRAGMA legacy_alter_table = OFF;

UPDATE audit SET detail = replace(detail, '"isPlanned":true', '"isScheduled":true') WHERE action = 'article.publish';
