-- E-mails to administrators wait here until a mail server has taken them. No text in here opens anything: a link gets its
-- token when its e-mail is sent.

CREATE TABLE admin_emails (
  id integer PRIMARY KEY AUTOINCREMENT,
  recipient text NOT NULL CHECK (length(recipient) BETWEEN 3 AND 254),
  subject text NOT NULL CHECK (length(subject) BETWEEN 1 AND 500),
  paragraphs text NOT NULL,
  link text,
  message_key text NOT NULL UNIQUE CHECK (length(message_key) = 32),
  state text NOT NULL CHECK (state IN ('queued', 'sending', 'retry', 'sent', 'kept', 'failed')),
  attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  lease_owner text,
  next_attempt_at text NOT NULL CHECK (next_attempt_at IS strftime('%Y-%m-%dT%H:%M:%fZ', next_attempt_at)),
  smtp_code integer,
  smtp_answer text,
  created_at text NOT NULL CHECK (created_at IS strftime('%Y-%m-%dT%H:%M:%fZ', created_at)),
  sent_at text CHECK (sent_at IS strftime('%Y-%m-%dT%H:%M:%fZ', sent_at))
) STRICT;

CREATE INDEX admin_emails_waiting ON admin_emails (next_attempt_at) WHERE state IN ('queued', 'sending', 'retry');
CREATE INDEX admin_emails_created_at ON admin_emails (created_at);
