-- Exports of other sites that were uploaded, and what was made of each.
CREATE TABLE imports (
  id integer PRIMARY KEY AUTOINCREMENT,
  file_name text NOT NULL CHECK (length(file_name) BETWEEN 1 AND 200),
  -- Its parts in the store; null once they are removed.
  file text CHECK (length(file) BETWEEN 1 AND 40),
  parts integer NOT NULL CHECK (parts >= 0),
  site text NOT NULL CHECK (length(site) <= 300),
  is_replacing integer NOT NULL DEFAULT 0 CHECK (is_replacing IN (0, 1)),
  state text NOT NULL CHECK (state IN ('reading', 'ready', 'importing', 'done', 'undoing', 'undone', 'failed', 'discarded')),
  administrator_id integer REFERENCES administrators (id) ON DELETE SET NULL,
  at text NOT NULL CHECK (at IS strftime('%Y-%m-%dT%H:%M:%fZ', at)),
  lease_until text CHECK (lease_until IS strftime('%Y-%m-%dT%H:%M:%fZ', lease_until)),
  attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  ended_at text CHECK (ended_at IS strftime('%Y-%m-%dT%H:%M:%fZ', ended_at)),
  done integer NOT NULL DEFAULT 0 CHECK (done >= 0),
  total integer NOT NULL DEFAULT 0 CHECK (total >= 0),
  error text,
  plan text,
  made text
) STRICT;
CREATE INDEX imports_administrator ON imports (administrator_id);
CREATE INDEX imports_open ON imports (id) WHERE state IN ('reading', 'importing', 'undoing');
