-- Links to join, to choose a new password and to take a second factor away are one table: a link is one row, however many were made for
-- the same thing.
CREATE TABLE account_links (
  id integer PRIMARY KEY AUTOINCREMENT,
  token_hash text NOT NULL UNIQUE CHECK (length(token_hash) = 64),
  purpose text NOT NULL CHECK (purpose IN ('join', 'reset', 'factor')),
  username text CHECK (length(username) BETWEEN 1 AND 50),
  email text CHECK (length(email) BETWEEN 3 AND 254),
  email_key text CHECK (length(email_key) BETWEEN 3 AND 254),
  administrator_id integer REFERENCES administrators (id) ON DELETE CASCADE,
  created_by integer REFERENCES administrators (id) ON DELETE CASCADE,
  created_at text NOT NULL CHECK (created_at IS strftime('%Y-%m-%dT%H:%M:%fZ', created_at)),
  expires_at text NOT NULL CHECK (expires_at IS strftime('%Y-%m-%dT%H:%M:%fZ', expires_at)),
  ended_at text CHECK (ended_at IS strftime('%Y-%m-%dT%H:%M:%fZ', ended_at)),
  CHECK ((purpose = 'join') = (email_key IS NOT NULL)),
  CHECK ((email_key IS NULL) = (email IS NULL)),
  CHECK ((purpose = 'join') = (administrator_id IS NULL))
) STRICT;
CREATE INDEX account_links_administrator ON account_links (administrator_id);
CREATE INDEX account_links_expires_at ON account_links (expires_at);
CREATE INDEX account_links_created_by ON account_links (created_by);

-- Mails that wait name these ids.
INSERT INTO account_links
  (id, token_hash, purpose, username, email, email_key, administrator_id, created_by, created_at, expires_at, ended_at)
SELECT id, token_hash, kind, username, email, email_key, administrator_id, invited_by, created_at, expires_at,
  coalesce(used_at, revoked_at)
FROM invitations;
INSERT INTO account_links
  (token_hash, purpose, username, email, email_key, administrator_id, created_by, created_at, expires_at, ended_at)
SELECT invitation_tokens.token_hash, kind, username, email, email_key, administrator_id, invited_by, created_at, expires_at,
  coalesce(used_at, revoked_at)
FROM invitation_tokens JOIN invitations ON invitations.id = invitation_tokens.invitation_id;

DROP TABLE invitation_tokens;
DROP TABLE invitations;
