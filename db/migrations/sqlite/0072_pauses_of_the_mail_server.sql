-- The columns of a pause by the mail server are called so.
PRAGMA legacy_alter_table = ON;

CREATE TABLE issues_next (
  id integer PRIMARY KEY AUTOINCREMENT,
  kind text NOT NULL DEFAULT 'article' CHECK (kind IN ('article', 'digest', 'note')),
  article_id integer REFERENCES articles (id) ON DELETE RESTRICT,
  subject text NOT NULL CHECK (length(subject) BETWEEN 1 AND 500),
  html text NOT NULL,
  text text NOT NULL,
  -- The contents of a digest or note.
  content text NOT NULL DEFAULT '{}' CHECK (json_valid(content)),
  -- It has a page in the archive.
  is_archived integer NOT NULL DEFAULT 1 CHECK (is_archived IN (0, 1)),
  created_at text NOT NULL CHECK (created_at IS strftime('%Y-%m-%dT%H:%M:%fZ', created_at)),
  updated_at text NOT NULL CHECK (updated_at IS strftime('%Y-%m-%dT%H:%M:%fZ', updated_at)),
  state text NOT NULL CHECK (state IN ('draft', 'sending', 'paused', 'cancelled', 'done')),
  pause_reason text,
  -- Set while the mail server refuses all its mails for reasons unrelated to subscribers.
  server_pause_since text CHECK (server_pause_since IS strftime('%Y-%m-%dT%H:%M:%fZ', server_pause_since)),
  server_pause_reason text CHECK (length(server_pause_reason) <= 1000),
  next_try_at text CHECK (next_try_at IS strftime('%Y-%m-%dT%H:%M:%fZ', next_try_at)),
  send_after text CHECK (send_after IS strftime('%Y-%m-%dT%H:%M:%fZ', send_after)),
  CHECK ((kind = 'article') = (article_id IS NOT NULL)),
  CHECK (state <> 'draft' OR kind <> 'article'),
  CHECK ((server_pause_since IS NULL) = (next_try_at IS NULL))
) STRICT;
INSERT INTO issues_next (
  id, kind, article_id, subject, html, text, content, is_archived, created_at, updated_at, state, pause_reason,
  server_pause_since, server_pause_reason, next_try_at, send_after
) SELECT
  id, kind, article_id, subject, html, text, content, is_archived, created_at, updated_at, state, pause_reason,
  held_since, hold_reason, next_probe_at, send_after
FROM issues;
-- Numbers of deleted issues are never given again.
DELETE FROM sqlite_sequence WHERE name = 'issues_next';
INSERT INTO sqlite_sequence (name, seq) SELECT 'issues_next', seq FROM sqlite_sequence WHERE name = 'issues';
DROP TABLE issues;
ALTER TABLE issues_next RENAME TO issues;
CREATE INDEX issues_article ON issues (article_id, id);
CREATE INDEX issues_state ON issues (state, id);
CREATE TRIGGER issues_text_stays BEFORE UPDATE OF subject, html, text ON issues
  WHEN OLD.state <> 'draft' AND (OLD.subject IS NOT NEW.subject OR OLD.html IS NOT NEW.html OR OLD.text IS NOT NEW.text)
  BEGIN SELECT RAISE(ABORT, 'the text of an issue never changes'); END;
CREATE TRIGGER issues_delete_counts AFTER DELETE ON issues BEGIN UPDATE content_version SET version = version + 1; END;
CREATE TRIGGER issues_insert_counts AFTER INSERT ON issues BEGIN UPDATE content_version SET version = version + 1; END;
CREATE TRIGGER issues_update_counts AFTER UPDATE OF state, send_after, is_archived ON issues
  BEGIN UPDATE content_version SET version = version + 1; END;
PRAGMA legacy_alter_table = OFF;
