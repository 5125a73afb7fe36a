-- Of the mails to people who were erased it is only counted that they came back, not whether for good.
CREATE TABLE counted_deliveries (
  issue_id integer NOT NULL REFERENCES issues (id) ON DELETE CASCADE,
  state text NOT NULL CHECK (state IN ('queued', 'sending', 'sent', 'retry', 'failed', 'unknown', 'skipped', 'kept')),
  count integer NOT NULL CHECK (count > 0),
  complaints integer NOT NULL DEFAULT 0 CHECK (complaints >= 0),
  left_after integer NOT NULL DEFAULT 0 CHECK (left_after >= 0),
  bounces integer NOT NULL DEFAULT 0 CHECK (bounces >= 0),
  PRIMARY KEY (issue_id, state)
) STRICT;
INSERT INTO counted_deliveries
  SELECT issue_id, state, count, complaints, left_after, hard_bounces + soft_bounces FROM erased_deliveries;
DROP TABLE erased_deliveries;
ALTER TABLE counted_deliveries RENAME TO erased_deliveries;
