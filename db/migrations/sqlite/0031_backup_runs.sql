-- Backups and their rehearsals: asked for, under way, done or failed. The backups themselves are files.
CREATE TABLE backup_runs (
  id integer PRIMARY KEY AUTOINCREMENT,
  kind text NOT NULL CHECK (kind IN ('backup', 'rehearsal')),
  reason text NOT NULL CHECK (reason IN ('nightly', 'asked')),
  state text NOT NULL CHECK (state IN ('asked', 'running', 'done', 'failed')),
  at text NOT NULL CHECK (at IS strftime('%Y-%m-%dT%H:%M:%fZ', at)),
  -- While it runs: the end of the lease of the worker that does it.
  lease_until text CHECK (lease_until IS strftime('%Y-%m-%dT%H:%M:%fZ', lease_until)),
  ended_at text CHECK (ended_at IS strftime('%Y-%m-%dT%H:%M:%fZ', ended_at)),
  file_name text CHECK (length(file_name) <= 200),
  bytes integer CHECK (bytes >= 0),
  articles integer CHECK (articles >= 0),
  pictures integer CHECK (pictures >= 0),
  error text CHECK (length(error) <= 1000),
  -- Of the second copy; null where it went well, or where there is none.
  copy_error text CHECK (length(copy_error) <= 1000),
  CHECK ((state = 'running') = (lease_until IS NOT NULL)),
  CHECK ((state IN ('done', 'failed')) = (ended_at IS NOT NULL)),
  CHECK ((state = 'failed') = (error IS NOT NULL))
) STRICT;
-- One at a time of each kind, and one that waits.
CREATE UNIQUE INDEX backup_runs_open ON backup_runs (kind, state) WHERE state IN ('asked', 'running');
CREATE INDEX backup_runs_kind ON backup_runs (kind, id);
