-- Administrators join by a link, are seen when they were last here, and may look at their sessions.

ALTER TABLE administrators ADD COLUMN last_seen_at text CHECK (last_seen_at IS strftime('%Y-%m-%dT%H:%M:%fZ', last_seen_at));

UPDATE administrators SET last_seen_at = (SELECT max(last_used_at) FROM sessions WHERE administrator_id = administrators.id);

ALTER TABLE sessions ADD COLUMN device text NOT NULL DEFAULT '' CHECK (length(device) <= 100);

-- A link that works once: to become an administrator, or for one to choose a new password.
CREATE TABLE invitations (
  id integer PRIMARY KEY AUTOINCREMENT,
  token_hash text NOT NULL UNIQUE CHECK (length(token_hash) = 64),
  kind text NOT NULL CHECK (kind IN ('join', 'reset')),
  username text CHECK (length(username) BETWEEN 1 AND 50),
  email text CHECK (length(email) BETWEEN 3 AND 254),
  email_key text CHECK (length(email_key) BETWEEN 3 AND 254),
  administrator_id integer REFERENCES administrators (id) ON DELETE CASCADE,
  invited_by integer REFERENCES administrators (id) ON DELETE CASCADE,
  created_at text NOT NULL CHECK (created_at IS strftime('%Y-%m-%dT%H:%M:%fZ', created_at)),
  expires_at text NOT NULL CHECK (expires_at IS strftime('%Y-%m-%dT%H:%M:%fZ', expires_at)),
  used_at text CHECK (used_at IS strftime('%Y-%m-%dT%H:%M:%fZ', used_at)),
  revoked_at text CHECK (revoked_at IS strftime('%Y-%m-%dT%H:%M:%fZ', revoked_at)),
  CHECK ((kind = 'join') = (email_key IS NOT NULL)),
  CHECK ((email_key IS NULL) = (email IS NULL)),
  CHECK ((kind = 'reset') = (administrator_id IS NOT NULL))
) STRICT;

CREATE INDEX invitations_administrator ON invitations (administrator_id);
CREATE INDEX invitations_invited_by ON invitations (invited_by);
CREATE INDEX invitations_expires_at ON invitations (expires_at);
