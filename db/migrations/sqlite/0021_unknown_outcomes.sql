-- Two columns get the trade's names, and no mail whose outcome is unknown has a next attempt.
-- Another column in the place of one would mislead a process that goes on: these tables are made anew, their columns in order.

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
  unknown_outcomes integer NOT NULL DEFAULT 0 CHECK (unknown_outcomes >= 0),
  UNIQUE (article_id, subscriber_id)
) STRICT;
INSERT INTO deliveries_new
  SELECT id, issue_id, article_id, subscriber_id, state, attempts, lease_owner, lease_until,
    CASE state WHEN 'unknown' THEN '9999-12-31T23:59:59.999Z' ELSE next_attempt_at END,
    smtp_code, smtp_answer, message_id, created_at, sent_at, doubts
  FROM deliveries ORDER BY id;
DELETE FROM sqlite_sequence WHERE name = 'deliveries_new';
INSERT INTO sqlite_sequence (name, seq) SELECT 'deliveries_new', seq FROM sqlite_sequence WHERE name = 'deliveries';
DROP TABLE deliveries;
ALTER TABLE deliveries_new RENAME TO deliveries;
CREATE INDEX deliveries_subscriber ON deliveries (subscriber_id);
CREATE INDEX deliveries_due ON deliveries (issue_id, state, next_attempt_at, id);
CREATE INDEX deliveries_lease ON deliveries (lease_until) WHERE state = 'sending';
CREATE INDEX deliveries_kept ON deliveries (article_id, subscriber_id) WHERE state = 'kept';

CREATE TABLE account_changes_new (
  id integer PRIMARY KEY AUTOINCREMENT,
  kind text NOT NULL CHECK (
    kind IN ('invitation', 'reset-link', 'deactivation', 'reactivation', 'address', 'export', 'mail-settings')
  ),
  actor_id integer REFERENCES administrators (id) ON DELETE CASCADE,
  target_id integer REFERENCES administrators (id) ON DELETE CASCADE,
  invitation_id integer REFERENCES invitations (id) ON DELETE SET NULL,
  replaced text CHECK (length(replaced) <= 1000),
  created_at text NOT NULL CHECK (created_at IS strftime('%Y-%m-%dT%H:%M:%fZ', created_at)),
  expires_at text NOT NULL CHECK (expires_at IS strftime('%Y-%m-%dT%H:%M:%fZ', expires_at)),
  reverted_at text CHECK (reverted_at IS strftime('%Y-%m-%dT%H:%M:%fZ', reverted_at)),
  CHECK (kind IN ('invitation', 'export', 'mail-settings') OR target_id IS NOT NULL)
) STRICT;
INSERT INTO account_changes_new
  SELECT id, kind, actor_id, target_id, invitation_id, replaced, created_at, expires_at, objected_at
  FROM account_changes ORDER BY id;
DELETE FROM sqlite_sequence WHERE name = 'account_changes_new';
INSERT INTO sqlite_sequence (name, seq)
  SELECT 'account_changes_new', seq FROM sqlite_sequence WHERE name = 'account_changes';
DROP TABLE account_changes;
ALTER TABLE account_changes_new RENAME TO account_changes;
CREATE INDEX account_changes_expires_at ON account_changes (expires_at);
CREATE INDEX account_changes_actor ON account_changes (actor_id);
CREATE INDEX account_changes_target ON account_changes (target_id);
CREATE INDEX account_changes_invitation ON account_changes (invitation_id);
