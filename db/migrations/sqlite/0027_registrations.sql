-- Signing up for an event. The two times are instants; without them sign-up is open at once, and until the event begins.
ALTER TABLE events ADD COLUMN has_signup integer NOT NULL DEFAULT 0 CHECK (has_signup IN (0, 1));
ALTER TABLE events ADD COLUMN signup_opens_at text CHECK (signup_opens_at IS strftime('%Y-%m-%dT%H:%M:%fZ', signup_opens_at));
ALTER TABLE events ADD COLUMN signup_closes_at text CHECK (signup_closes_at IS strftime('%Y-%m-%dT%H:%M:%fZ', signup_closes_at));
ALTER TABLE events ADD COLUMN capacity integer CHECK (capacity BETWEEN 1 AND 100000);
ALTER TABLE events ADD COLUMN max_places integer NOT NULL DEFAULT 1 CHECK (max_places BETWEEN 1 AND 6);
-- One a line.
ALTER TABLE events ADD COLUMN questions text NOT NULL DEFAULT '' CHECK (length(questions) <= 452);

CREATE TABLE registrations (
  id integer PRIMARY KEY AUTOINCREMENT,
  event_id integer NOT NULL REFERENCES events (id) ON DELETE CASCADE,
  -- These three and the answers are gone once it is erased.
  name text CHECK (length(name) BETWEEN 1 AND 100),
  email text CHECK (length(email) BETWEEN 3 AND 254),
  email_key text CHECK (length(email_key) BETWEEN 3 AND 254),
  places integer NOT NULL CHECK (places BETWEEN 1 AND 6),
  state text NOT NULL CHECK (state IN ('pending', 'confirmed', 'waiting', 'cancelled')),
  cancelled_by text CHECK (cancelled_by IN ('guest', 'organiser')),
  answers text CHECK (answers IS NULL OR json_valid(answers)),
  asked_at text NOT NULL CHECK (asked_at IS strftime('%Y-%m-%dT%H:%M:%fZ', asked_at)),
  -- The order of the waiting list.
  confirmed_at text CHECK (confirmed_at IS strftime('%Y-%m-%dT%H:%M:%fZ', confirmed_at)),
  present_at text CHECK (present_at IS strftime('%Y-%m-%dT%H:%M:%fZ', present_at)),
  -- When an e-mail last told them when and where.
  told_at text CHECK (told_at IS strftime('%Y-%m-%dT%H:%M:%fZ', told_at)),
  -- Of their own entry in a calendar.
  sequence integer NOT NULL DEFAULT 0 CHECK (sequence >= 0),
  created_at text NOT NULL CHECK (created_at IS strftime('%Y-%m-%dT%H:%M:%fZ', created_at)),
  UNIQUE (event_id, email_key),
  CHECK ((name IS NULL) = (email_key IS NULL) AND (email IS NULL) = (email_key IS NULL)),
  CHECK (state NOT IN ('confirmed', 'waiting') OR confirmed_at IS NOT NULL),
  CHECK ((state = 'cancelled') = (cancelled_by IS NOT NULL))
) STRICT;
CREATE INDEX registrations_line ON registrations (event_id, state, confirmed_at, id);
CREATE INDEX registrations_email_key ON registrations (email_key) WHERE email_key IS NOT NULL;
CREATE INDEX registrations_asked_at ON registrations (asked_at) WHERE state = 'pending';

-- A guest is a third kind of recipient: the table is made anew for its rule.
CREATE TABLE emails_new (
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
  registration_id integer REFERENCES registrations (id) ON DELETE CASCADE,
  CHECK ((subscriber_id IS NOT NULL) + (recipient IS NOT NULL) + (registration_id IS NOT NULL) = 1)
) STRICT;
INSERT INTO emails_new
  SELECT id, kind, dedupe_key, subscriber_id, recipient, content, state, attempts, lease_owner, next_attempt_at, smtp_code,
    smtp_answer, message_id, created_at, sent_at, NULL
  FROM emails ORDER BY id;
DELETE FROM sqlite_sequence WHERE name = 'emails_new';
INSERT INTO sqlite_sequence (name, seq) SELECT 'emails_new', seq FROM sqlite_sequence WHERE name = 'emails';
DROP TABLE emails;
ALTER TABLE emails_new RENAME TO emails;
CREATE INDEX emails_due ON emails (kind, next_attempt_at, id) WHERE state IN ('queued', 'sending', 'retry');
CREATE INDEX emails_state ON emails (state, next_attempt_at, id);
CREATE INDEX emails_subscriber ON emails (subscriber_id);
CREATE INDEX emails_registration ON emails (registration_id) WHERE registration_id IS NOT NULL;
CREATE INDEX emails_created_at ON emails (created_at) WHERE recipient IS NOT NULL;
