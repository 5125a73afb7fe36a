-- What takes the site over needs a fresh proof, is told to those it concerns, and can be taken back by them for 72 hours.

ALTER TABLE sessions ADD COLUMN proved_at text CHECK (proved_at IS strftime('%Y-%m-%dT%H:%M:%fZ', proved_at));

CREATE TABLE account_changes (
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
  objected_at text CHECK (objected_at IS strftime('%Y-%m-%dT%H:%M:%fZ', objected_at)),
  CHECK (kind IN ('invitation', 'export', 'mail-settings') OR target_id IS NOT NULL)
) STRICT;

CREATE INDEX account_changes_actor ON account_changes (actor_id);
CREATE INDEX account_changes_target ON account_changes (target_id);
CREATE INDEX account_changes_invitation ON account_changes (invitation_id);
CREATE INDEX account_changes_expires_at ON account_changes (expires_at);
