-- A second factor: passkeys, or an authenticator app, and recovery codes for when both are lost.

CREATE TABLE authenticator_apps (
  administrator_id integer PRIMARY KEY REFERENCES administrators (id) ON DELETE CASCADE,
  -- Base32, as the app has it.
  secret text NOT NULL CHECK (length(secret) = 32),
  -- Of RFC 6238: a code counts once, and none of before it.
  last_step integer CHECK (last_step >= 0),
  created_at text NOT NULL CHECK (created_at IS strftime('%Y-%m-%dT%H:%M:%fZ', created_at)),
  last_used_at text CHECK (last_used_at IS strftime('%Y-%m-%dT%H:%M:%fZ', last_used_at))
) STRICT;

CREATE TABLE recovery_codes (
  code_hash text PRIMARY KEY CHECK (length(code_hash) = 64),
  administrator_id integer NOT NULL REFERENCES administrators (id) ON DELETE CASCADE,
  created_at text NOT NULL CHECK (created_at IS strftime('%Y-%m-%dT%H:%M:%fZ', created_at)),
  used_at text CHECK (used_at IS strftime('%Y-%m-%dT%H:%M:%fZ', used_at))
) STRICT;
CREATE INDEX recovery_codes_administrator ON recovery_codes (administrator_id);

CREATE TABLE passkeys (
  id integer PRIMARY KEY AUTOINCREMENT,
  administrator_id integer NOT NULL REFERENCES administrators (id) ON DELETE CASCADE,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 50),
  -- The domain that it works on (RP ID).
  domain text NOT NULL CHECK (length(domain) BETWEEN 1 AND 253),
  credential_id text NOT NULL UNIQUE CHECK (length(credential_id) BETWEEN 1 AND 1400),
  public_key text NOT NULL CHECK (length(public_key) BETWEEN 1 AND 4000),
  -- Of its signatures; 0 where it does not count.
  counter integer NOT NULL CHECK (counter >= 0),
  -- JSON: how a browser reaches it.
  transports text NOT NULL CHECK (json_valid(transports)),
  created_at text NOT NULL CHECK (created_at IS strftime('%Y-%m-%dT%H:%M:%fZ', created_at)),
  last_used_at text CHECK (last_used_at IS strftime('%Y-%m-%dT%H:%M:%fZ', last_used_at))
) STRICT;
CREATE INDEX passkeys_administrator ON passkeys (administrator_id);

-- Challenges are signed. Only those that were used are stored, until they would have expired.
CREATE TABLE used_challenges (
  nonce text PRIMARY KEY CHECK (length(nonce) BETWEEN 1 AND 50),
  expires_at text NOT NULL CHECK (expires_at IS strftime('%Y-%m-%dT%H:%M:%fZ', expires_at))
) STRICT;
CREATE INDEX used_challenges_expires_at ON used_challenges (expires_at);

-- An administrator's link that takes the second factor of another away, and its record: both tables are made anew for their rules.
CREATE TABLE invitations_new (
  id integer PRIMARY KEY AUTOINCREMENT,
  token_hash text NOT NULL UNIQUE CHECK (length(token_hash) = 64),
  kind text NOT NULL CHECK (kind IN ('join', 'reset', 'factor')),
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
  CHECK ((kind = 'join') = (administrator_id IS NULL))
) STRICT;
INSERT INTO invitations_new
  SELECT id, token_hash, kind, username, email, email_key, administrator_id, invited_by, created_at, expires_at, used_at,
    revoked_at
  FROM invitations ORDER BY id;
DELETE FROM sqlite_sequence WHERE name = 'invitations_new';
INSERT INTO sqlite_sequence (name, seq) SELECT 'invitations_new', seq FROM sqlite_sequence WHERE name = 'invitations';
DROP TABLE invitations;
ALTER TABLE invitations_new RENAME TO invitations;
CREATE INDEX invitations_administrator ON invitations (administrator_id);
CREATE INDEX invitations_invited_by ON invitations (invited_by);
CREATE INDEX invitations_expires_at ON invitations (expires_at);

CREATE TABLE account_changes_new (
  id integer PRIMARY KEY AUTOINCREMENT,
  kind text NOT NULL CHECK (
    kind IN (
      'invitation', 'reset-link', 'factor-link', 'deactivation', 'reactivation', 'address', 'export', 'mail-settings'
    )
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
  SELECT id, kind, actor_id, target_id, invitation_id, replaced, created_at, expires_at, reverted_at
  FROM account_changes ORDER BY id;
DELETE FROM sqlite_sequence WHERE name = 'account_changes_new';
INSERT INTO sqlite_sequence (name, seq)
  SELECT 'account_changes_new', seq FROM sqlite_sequence WHERE name = 'account_changes';
DROP TABLE account_changes;
ALTER TABLE account_changes_new RENAME TO account_changes;
CREATE INDEX account_changes_actor ON account_changes (actor_id);
CREATE INDEX account_changes_target ON account_changes (target_id);
CREATE INDEX account_changes_invitation ON account_changes (invitation_id);
CREATE INDEX account_changes_expires_at ON account_changes (expires_at);
