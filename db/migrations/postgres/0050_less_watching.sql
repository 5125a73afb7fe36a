-- No session is signed while nothing can be saved, and SITE_URL is asked without a key.
DELETE FROM secrets WHERE name IN ('unwritten sessions', 'site-probe');

-- When the worker last ran, and from when on what is old may be erased, after the clock has jumped.
CREATE TABLE erasing_clock (
  id integer PRIMARY KEY CHECK (id = 1),
  seen_at timestamptz(3) NOT NULL,
  waits_until timestamptz(3)
);
INSERT INTO erasing_clock (id, seen_at) SELECT id, seen_at FROM retention_clock;
DROP TABLE retention_clock;
