-- A digest and a note to all are issues without an article, and drafts until they are sent.
PRAGMA legacy_alter_table = ON;

CREATE TABLE issues_next (
  id integer PRIMARY KEY AUTOINCREMENT,
  kind text NOT NULL DEFAULT 'article' CHECK (kind IN ('article', 'digest', 'note')),
  article_id integer REFERENCES articles (id) ON DELETE RESTRICT,
  subject text NOT NULL CHECK (length(subject) BETWEEN 1 AND 500),
  html text NOT NULL,
  text text NOT NULL,
  -- Of a digest or a note: what its texts are made of.
  content text NOT NULL DEFAULT '{}' CHECK (json_valid(content)),
  -- It has a page among those of the newsletters that went out.
  is_archived integer NOT NULL DEFAULT 1 CHECK (is_archived IN (0, 1)),
  created_at text NOT NULL CHECK (created_at IS strftime('%Y-%m-%dT%H:%M:%fZ', created_at)),
  updated_at text NOT NULL CHECK (updated_at IS strftime('%Y-%m-%dT%H:%M:%fZ', updated_at)),
  state text NOT NULL CHECK (state IN ('draft', 'sending', 'paused', 'cancelled', 'done')),
  pause_reason text,
  -- Set while the mail server takes none of its mails for a reason that is not the readers'.
  held_since text CHECK (held_since IS strftime('%Y-%m-%dT%H:%M:%fZ', held_since)),
  hold_reason text CHECK (length(hold_reason) <= 1000),
  next_probe_at text CHECK (next_probe_at IS strftime('%Y-%m-%dT%H:%M:%fZ', next_probe_at)),
  send_after text CHECK (send_after IS strftime('%Y-%m-%dT%H:%M:%fZ', send_after)),
  CHECK ((kind = 'article') = (article_id IS NOT NULL)),
  CHECK (state <> 'draft' OR kind <> 'article'),
  CHECK ((held_since IS NULL) = (next_probe_at IS NULL))
) STRICT;
INSERT INTO issues_next (
  id, article_id, subject, html, text, created_at, updated_at, state, pause_reason,
  held_since, hold_reason, next_probe_at, send_after
) SELECT
  id, article_id, subject, html, text, created_at, updated_at, state, pause_reason,
  held_since, hold_reason, next_probe_at, send_after
FROM issues;
DELETE FROM sqlite_sequence WHERE name = 'issues_next';
INSERT INTO sqlite_sequence (name, seq) SELECT 'issues_next', seq FROM sqlite_sequence WHERE name = 'issues';
DROP TABLE issues;
ALTER TABLE issues_next RENAME TO issues;
CREATE INDEX issues_article ON issues (article_id, id);
CREATE INDEX issues_state ON issues (state, id);
CREATE TRIGGER issues_text_stays BEFORE UPDATE OF subject, html, text ON issues
  WHEN OLD.state <> 'draft' AND (OLD.subject IS NOT NEW.subject OR OLD.html IS NOT NEW.html OR OLD.text IS NOT NEW.text)
  BEGIN SELECT RAISE(ABORT, 'the text of an issue never changes'); END;

CREATE TABLE mails_next (
  id integer PRIMARY KEY AUTOINCREMENT,
  kind text NOT NULL CHECK (length(kind) BETWEEN 1 AND 50),
  dedupe_key text UNIQUE CHECK (length(dedupe_key) BETWEEN 1 AND 200),
  -- Of a newsletter; the article where it is about one.
  issue_id integer REFERENCES issues (id) ON DELETE RESTRICT,
  article_id integer REFERENCES articles (id) ON DELETE RESTRICT,
  -- A subscriber or guest who is erased takes their mails along.
  subscriber_id integer REFERENCES subscribers (id) ON DELETE CASCADE,
  registration_id integer REFERENCES registrations (id) ON DELETE CASCADE,
  recipient text CHECK (length(recipient) BETWEEN 3 AND 254),
  content text NOT NULL DEFAULT '{}' CHECK (json_valid(content)),
  state text NOT NULL CHECK (state IN ('queued', 'sending', 'sent', 'retry', 'failed', 'unknown', 'skipped', 'kept')),
  attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  lease_owner text,
  lease_until text CHECK (lease_until IS strftime('%Y-%m-%dT%H:%M:%fZ', lease_until)),
  next_attempt_at text NOT NULL CHECK (next_attempt_at IS strftime('%Y-%m-%dT%H:%M:%fZ', next_attempt_at)),
  smtp_code integer,
  smtp_answer text,
  message_id text UNIQUE CHECK (length(message_id) BETWEEN 1 AND 500),
  created_at text NOT NULL CHECK (created_at IS strftime('%Y-%m-%dT%H:%M:%fZ', created_at)),
  sent_at text CHECK (sent_at IS strftime('%Y-%m-%dT%H:%M:%fZ', sent_at)),
  earlier_outcome text,
  UNIQUE (article_id, subscriber_id),
  CHECK ((subscriber_id IS NOT NULL) + (recipient IS NOT NULL) + (registration_id IS NOT NULL) = 1),
  CHECK ((kind = 'newsletter') = (issue_id IS NOT NULL)),
  CHECK (article_id IS NULL OR issue_id IS NOT NULL)
) STRICT;
INSERT INTO mails_next (
  id, kind, dedupe_key, issue_id, article_id, subscriber_id, registration_id, recipient, content, state, attempts,
  lease_owner, lease_until, next_attempt_at, smtp_code, smtp_answer, message_id, created_at, sent_at, earlier_outcome
) SELECT
  id, kind, dedupe_key, issue_id, article_id, subscriber_id, registration_id, recipient, content, state, attempts,
  lease_owner, lease_until, next_attempt_at, smtp_code, smtp_answer, message_id, created_at, sent_at, earlier_outcome
FROM mails;
DELETE FROM sqlite_sequence WHERE name = 'mails_next';
INSERT INTO sqlite_sequence (name, seq) SELECT 'mails_next', seq FROM sqlite_sequence WHERE name = 'mails';
DROP TABLE mails;
ALTER TABLE mails_next RENAME TO mails;
CREATE INDEX mails_created_at ON mails (created_at) WHERE recipient IS NOT NULL;
CREATE INDEX mails_due ON mails (kind, next_attempt_at, id) WHERE issue_id IS NULL AND state IN ('queued', 'retry');
CREATE INDEX mails_issue ON mails (issue_id, state, next_attempt_at, id) WHERE issue_id IS NOT NULL;
CREATE INDEX mails_kept ON mails (article_id, subscriber_id) WHERE state = 'kept';
CREATE UNIQUE INDEX mails_once ON mails (issue_id, subscriber_id) WHERE article_id IS NULL AND issue_id IS NOT NULL;
CREATE INDEX mails_registration ON mails (registration_id) WHERE registration_id IS NOT NULL;
CREATE INDEX mails_sending ON mails (lease_until) WHERE state = 'sending';
CREATE INDEX mails_state ON mails (state, next_attempt_at, id) WHERE issue_id IS NULL;
CREATE INDEX mails_subscriber ON mails (subscriber_id);
