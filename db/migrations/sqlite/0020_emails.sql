-- One outbox for every mail that is not a newsletter. No text in here opens anything: a link gets its token when its e-mail
-- is sent.

CREATE TABLE emails (
  id integer PRIMARY KEY AUTOINCREMENT,
  kind text NOT NULL CHECK (length(kind) BETWEEN 1 AND 50),
  dedupe_key text UNIQUE CHECK (length(dedupe_key) BETWEEN 1 AND 200),
  -- Whoever is erased takes their e-mails along.
  subscriber_id integer REFERENCES subscribers (id) ON DELETE CASCADE,
  recipient text CHECK (length(recipient) BETWEEN 3 AND 254),
  content text NOT NULL CHECK (json_valid(content)),
  state text NOT NULL CHECK (state IN ('queued', 'sending', 'retry', 'sent', 'kept', 'failed')),
  attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  lease_owner text,
  -- While it is being sent: the end of the lease.
  next_attempt_at text NOT NULL CHECK (next_attempt_at IS strftime('%Y-%m-%dT%H:%M:%fZ', next_attempt_at)),
  smtp_code integer,
  smtp_answer text,
  message_id text UNIQUE CHECK (length(message_id) BETWEEN 1 AND 500),
  created_at text NOT NULL CHECK (created_at IS strftime('%Y-%m-%dT%H:%M:%fZ', created_at)),
  sent_at text CHECK (sent_at IS strftime('%Y-%m-%dT%H:%M:%fZ', sent_at)),
  CHECK ((subscriber_id IS NULL) <> (recipient IS NULL))
) STRICT;

INSERT INTO emails (id, kind, subscriber_id, content, state, attempts, lease_owner, next_attempt_at, smtp_code, smtp_answer,
    message_id, created_at, sent_at)
  SELECT id, kind, subscriber_id, '{}', state, attempts, lease_owner,
    CASE WHEN state = 'sending' THEN coalesce(lease_until, next_attempt_at) ELSE next_attempt_at END,
    smtp_code, smtp_answer, message_id, created_at, sent_at
  FROM letters ORDER BY id;
INSERT INTO emails (kind, recipient, content, state, attempts, lease_owner, next_attempt_at, smtp_code, smtp_answer,
    created_at, sent_at)
  SELECT CASE json_extract(link, '$.kind') WHEN 'choose-password' THEN 'password-reset' ELSE 'account-notice' END,
    recipient,
    CASE json_extract(link, '$.kind')
      WHEN 'choose-password' THEN json_object('administratorId', json_extract(link, '$.administratorId'))
      WHEN 'object' THEN json_object('subject', subject, 'paragraphs', json(paragraphs),
        'objection', json_object('changeId', json_extract(link, '$.changeId'), 'recipientId', json_extract(link, '$.recipientId')))
      ELSE json_object('subject', subject, 'paragraphs', json(paragraphs)) END,
    state, attempts, lease_owner, next_attempt_at, smtp_code, smtp_answer, created_at, sent_at
  FROM admin_emails ORDER BY id;

DROP TABLE letters;
DROP TABLE admin_emails;

CREATE INDEX emails_due ON emails (kind, next_attempt_at, id) WHERE state IN ('queued', 'sending', 'retry');
CREATE INDEX emails_state ON emails (state, next_attempt_at, id);
CREATE INDEX emails_subscriber ON emails (subscriber_id);
CREATE INDEX emails_created_at ON emails (created_at) WHERE subscriber_id IS NULL;

-- The token of an invitation's e-mail that was not sent while its inviter waited.
CREATE TABLE invitation_tokens (
  token_hash text PRIMARY KEY CHECK (length(token_hash) = 64),
  invitation_id integer NOT NULL REFERENCES invitations (id) ON DELETE CASCADE
) STRICT;
CREATE INDEX invitation_tokens_invitation ON invitation_tokens (invitation_id);
