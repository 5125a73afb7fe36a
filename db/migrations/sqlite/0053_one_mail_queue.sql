-- Newsletters and every other mail are rows of one queue. How often an outcome was unknown, and who was sending, nobody reads.
CREATE TABLE mails (
  id integer PRIMARY KEY AUTOINCREMENT,
  kind text NOT NULL CHECK (length(kind) BETWEEN 1 AND 50),
  dedupe_key text UNIQUE CHECK (length(dedupe_key) BETWEEN 1 AND 200),
  -- Of a newsletter.
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
  CHECK ((issue_id IS NULL) = (article_id IS NULL))
) STRICT;

INSERT INTO mails (id, kind, issue_id, article_id, subscriber_id, state, attempts, lease_owner, lease_until,
  next_attempt_at, smtp_code, smtp_answer, message_id, created_at, sent_at, earlier_outcome)
SELECT id, 'newsletter', issue_id, article_id, subscriber_id, state, attempts, lease_owner, lease_until,
  next_attempt_at, smtp_code, smtp_answer, message_id, created_at, sent_at, earlier_outcome
FROM deliveries ORDER BY id;
-- Of what was being sent, the next attempt was the end of the lease.
INSERT INTO mails (kind, dedupe_key, subscriber_id, registration_id, recipient, content, state, attempts, lease_owner,
  lease_until, next_attempt_at, smtp_code, smtp_answer, message_id, created_at, sent_at)
SELECT kind, dedupe_key, subscriber_id, registration_id, recipient, content, state, attempts, lease_owner,
  CASE state WHEN 'sending' THEN next_attempt_at END, next_attempt_at, smtp_code, smtp_answer, message_id, created_at,
  sent_at
FROM emails ORDER BY id;

DROP TABLE deliveries;
DROP TABLE emails;
DROP TABLE workers;

CREATE INDEX mails_issue ON mails (issue_id, state, next_attempt_at, id) WHERE issue_id IS NOT NULL;
CREATE INDEX mails_due ON mails (kind, next_attempt_at, id) WHERE issue_id IS NULL AND state IN ('queued', 'retry');
CREATE INDEX mails_state ON mails (state, next_attempt_at, id) WHERE issue_id IS NULL;
CREATE INDEX mails_sending ON mails (lease_until) WHERE state = 'sending';
CREATE INDEX mails_kept ON mails (article_id, subscriber_id) WHERE state = 'kept';
CREATE INDEX mails_subscriber ON mails (subscriber_id);
CREATE INDEX mails_registration ON mails (registration_id) WHERE registration_id IS NOT NULL;
CREATE INDEX mails_created_at ON mails (created_at) WHERE recipient IS NOT NULL;
