-- What became of each mail: kept for want of a mail server, held by trouble of the mail server, come back, complained about.
-- SQLite cannot change a CHECK or drop a UNIQUE in place: these tables are made anew, their ids and columns as they were.

-- An article has one issue for each text that went out; the first mail of an issue fixes its text.
CREATE TABLE issues_new (
  id integer PRIMARY KEY AUTOINCREMENT,
  article_id integer NOT NULL REFERENCES articles (id) ON DELETE RESTRICT,
  subject text NOT NULL CHECK (length(subject) BETWEEN 1 AND 500),
  html text NOT NULL,
  text text NOT NULL,
  created_at text NOT NULL CHECK (created_at IS strftime('%Y-%m-%dT%H:%M:%fZ', created_at)),
  updated_at text NOT NULL CHECK (updated_at IS strftime('%Y-%m-%dT%H:%M:%fZ', updated_at)),
  state text NOT NULL CHECK (state IN ('sending', 'paused', 'cancelled', 'done')),
  pause_reason text,
  -- Set while the mail server takes none of its mails for a reason that is not the readers'.
  held_since text CHECK (held_since IS strftime('%Y-%m-%dT%H:%M:%fZ', held_since)),
  hold_reason text CHECK (length(hold_reason) <= 1000),
  next_probe_at text CHECK (next_probe_at IS strftime('%Y-%m-%dT%H:%M:%fZ', next_probe_at)),
  CHECK ((held_since IS NULL) = (next_probe_at IS NULL))
) STRICT;
INSERT INTO issues_new (id, article_id, subject, html, text, created_at, updated_at, state, pause_reason)
  SELECT id, article_id, subject, html, text, created_at, updated_at, state, pause_reason FROM issues;
DELETE FROM sqlite_sequence WHERE name = 'issues_new';
INSERT INTO sqlite_sequence (name, seq) SELECT 'issues_new', seq FROM sqlite_sequence WHERE name = 'issues';
DROP TABLE issues;
ALTER TABLE issues_new RENAME TO issues;
CREATE INDEX issues_state ON issues (state, id);
CREATE INDEX issues_article ON issues (article_id, id);

-- One row per subscriber and article, ever: a second send queues it again only where it failed or was skipped.
CREATE TABLE deliveries_new (
  id integer PRIMARY KEY AUTOINCREMENT,
  issue_id integer NOT NULL REFERENCES issues (id) ON DELETE RESTRICT,
  article_id integer NOT NULL REFERENCES articles (id) ON DELETE RESTRICT,
  subscriber_id integer NOT NULL REFERENCES subscribers (id) ON DELETE CASCADE,
  state text NOT NULL CHECK (state IN ('queued', 'sending', 'sent', 'retry', 'failed', 'unknown', 'skipped', 'kept')),
  attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  lease_owner text,
  lease_until text CHECK (lease_until IS strftime('%Y-%m-%dT%H:%M:%fZ', lease_until)),
  next_attempt_at text NOT NULL CHECK (next_attempt_at IS strftime('%Y-%m-%dT%H:%M:%fZ', next_attempt_at)),
  smtp_code integer,
  smtp_answer text,
  message_id text NOT NULL UNIQUE CHECK (length(message_id) BETWEEN 1 AND 500),
  created_at text NOT NULL CHECK (created_at IS strftime('%Y-%m-%dT%H:%M:%fZ', created_at)),
  sent_at text CHECK (sent_at IS strftime('%Y-%m-%dT%H:%M:%fZ', sent_at)),
  doubts integer NOT NULL DEFAULT 0 CHECK (doubts >= 0),
  UNIQUE (article_id, subscriber_id)
) STRICT;
INSERT INTO deliveries_new SELECT * FROM deliveries;
DELETE FROM sqlite_sequence WHERE name = 'deliveries_new';
INSERT INTO sqlite_sequence (name, seq) SELECT 'deliveries_new', seq FROM sqlite_sequence WHERE name = 'deliveries';
DROP TABLE deliveries;
ALTER TABLE deliveries_new RENAME TO deliveries;
CREATE INDEX deliveries_subscriber ON deliveries (subscriber_id);
CREATE INDEX deliveries_due ON deliveries (issue_id, state, next_attempt_at, id);
CREATE INDEX deliveries_lease ON deliveries (lease_until) WHERE state = 'sending';

CREATE TABLE letters_new (
  id integer PRIMARY KEY AUTOINCREMENT,
  kind text NOT NULL CHECK (kind IN ('confirm', 'already-subscribed', 'unsubscribed-notice')),
  subscriber_id integer NOT NULL REFERENCES subscribers (id) ON DELETE CASCADE,
  state text NOT NULL CHECK (state IN ('queued', 'sending', 'sent', 'retry', 'failed', 'kept')),
  attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  lease_owner text,
  lease_until text CHECK (lease_until IS strftime('%Y-%m-%dT%H:%M:%fZ', lease_until)),
  next_attempt_at text NOT NULL CHECK (next_attempt_at IS strftime('%Y-%m-%dT%H:%M:%fZ', next_attempt_at)),
  smtp_code integer,
  smtp_answer text,
  message_id text NOT NULL UNIQUE CHECK (length(message_id) BETWEEN 1 AND 500),
  created_at text NOT NULL CHECK (created_at IS strftime('%Y-%m-%dT%H:%M:%fZ', created_at)),
  sent_at text CHECK (sent_at IS strftime('%Y-%m-%dT%H:%M:%fZ', sent_at))
) STRICT;
INSERT INTO letters_new SELECT * FROM letters;
DELETE FROM sqlite_sequence WHERE name = 'letters_new';
INSERT INTO sqlite_sequence (name, seq) SELECT 'letters_new', seq FROM sqlite_sequence WHERE name = 'letters';
DROP TABLE letters;
ALTER TABLE letters_new RENAME TO letters;
CREATE INDEX letters_claim ON letters (state, next_attempt_at, id);
CREATE INDEX letters_subscriber ON letters (subscriber_id);
CREATE INDEX letters_lease ON letters (lease_until) WHERE state = 'sending';

CREATE TABLE erased_deliveries_new (
  issue_id integer NOT NULL REFERENCES issues (id) ON DELETE CASCADE,
  state text NOT NULL CHECK (state IN ('queued', 'sending', 'sent', 'retry', 'failed', 'unknown', 'skipped', 'kept')),
  count integer NOT NULL CHECK (count > 0),
  PRIMARY KEY (issue_id, state)
) STRICT;
INSERT INTO erased_deliveries_new SELECT * FROM erased_deliveries;
DROP TABLE erased_deliveries;
ALTER TABLE erased_deliveries_new RENAME TO erased_deliveries;

CREATE TABLE bounces_new (
  id integer PRIMARY KEY AUTOINCREMENT,
  subscriber_id integer NOT NULL REFERENCES subscribers (id) ON DELETE CASCADE,
  at text NOT NULL CHECK (at IS strftime('%Y-%m-%dT%H:%M:%fZ', at)),
  kind text NOT NULL CHECK (kind IN ('hard', 'soft', 'complaint')),
  source text NOT NULL CHECK (source IN ('smtp', 'mailbox', 'webhook')),
  message_id text CHECK (length(message_id) <= 500),
  answer text NOT NULL CHECK (length(answer) <= 500),
  -- Suppressed the address: taken back when it turns out to have been the mail server's trouble.
  is_suppressing integer NOT NULL DEFAULT 0 CHECK (is_suppressing IN (0, 1))
) STRICT;
INSERT INTO bounces_new (id, subscriber_id, at, kind, source, message_id, answer)
  SELECT id, subscriber_id, at, kind, source, message_id, answer FROM bounces;
DELETE FROM sqlite_sequence WHERE name = 'bounces_new';
INSERT INTO sqlite_sequence (name, seq) SELECT 'bounces_new', seq FROM sqlite_sequence WHERE name = 'bounces';
DROP TABLE bounces;
ALTER TABLE bounces_new RENAME TO bounces;
CREATE INDEX bounces_subscriber ON bounces (subscriber_id, at);
CREATE INDEX bounces_message ON bounces (message_id);

-- Addresses that would be suppressed, but are too many at once for that: an administrator decides.
CREATE TABLE pending_suppressions (
  subscriber_id integer NOT NULL PRIMARY KEY REFERENCES subscribers (id) ON DELETE CASCADE,
  at text NOT NULL CHECK (at IS strftime('%Y-%m-%dT%H:%M:%fZ', at)),
  because text NOT NULL CHECK (length(because) <= 500)
) STRICT;

-- At most one row, there while the mail server takes no mail at all.
CREATE TABLE mail_breaker (
  id integer NOT NULL PRIMARY KEY CHECK (id = 1),
  open_since text NOT NULL CHECK (open_since IS strftime('%Y-%m-%dT%H:%M:%fZ', open_since)),
  reason text NOT NULL CHECK (length(reason) <= 1000),
  next_probe_at text NOT NULL CHECK (next_probe_at IS strftime('%Y-%m-%dT%H:%M:%fZ', next_probe_at))
) STRICT;
