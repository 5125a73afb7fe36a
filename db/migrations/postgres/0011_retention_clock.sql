-- When the site last ran, and how long it must still run before what is old is removed for good.
CREATE TABLE retention_clock (
  id integer PRIMARY KEY CHECK (id = 1),
  seen_at timestamptz(3) NOT NULL,
  wait_ms integer NOT NULL CHECK (wait_ms >= 0)
);
