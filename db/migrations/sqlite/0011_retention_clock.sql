-- When the site last ran, and how long it must still run before what is old is removed for good.
CREATE TABLE retention_clock (
  id integer PRIMARY KEY CHECK (id = 1),
  seen_at text NOT NULL CHECK (seen_at IS strftime('%Y-%m-%dT%H:%M:%fZ', seen_at)),
  wait_ms integer NOT NULL CHECK (wait_ms >= 0)
) STRICT;
