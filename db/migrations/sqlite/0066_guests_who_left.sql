-- A sign-up that no one confirms is removed, also where its guest had left before.
PRAGMA legacy_alter_table = ON;

CREATE TABLE registrations_next (
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
  tapped_at text CHECK (tapped_at IS strftime('%Y-%m-%dT%H:%M:%fZ', tapped_at)),
  UNIQUE (event_id, email_key),
  CHECK ((name IS NULL) = (email_key IS NULL) AND (email IS NULL) = (email_key IS NULL)),
  CHECK (state NOT IN ('confirmed', 'waiting') OR confirmed_at IS NOT NULL),
  CHECK ((state = 'cancelled') = (cancelled_by IS NOT NULL))
) STRICT;
INSERT INTO registrations_next (
  id, event_id, name, email, email_key, places, state, cancelled_by, answers, asked_at, confirmed_at, present_at, told_at,
  sequence, created_at, tapped_at
) SELECT id, event_id, name, email, email_key, places, state, cancelled_by, answers, asked_at, confirmed_at, present_at,
  told_at, sequence, created_at, tapped_at
FROM registrations ORDER BY id;
DELETE FROM sqlite_sequence WHERE name = 'registrations_next';
INSERT INTO sqlite_sequence (name, seq) SELECT 'registrations_next', seq FROM sqlite_sequence WHERE name = 'registrations';
DROP TABLE registrations;
ALTER TABLE registrations_next RENAME TO registrations;
CREATE INDEX registrations_asked_at ON registrations (asked_at) WHERE state = 'pending';
CREATE INDEX registrations_email_key ON registrations (email_key) WHERE email_key IS NOT NULL;
CREATE INDEX registrations_line ON registrations (event_id, state, confirmed_at, id);

PRAGMA legacy_alter_table = OFF;
