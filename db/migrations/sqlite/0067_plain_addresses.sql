-- Addresses are searched as they stand.
DROP TRIGGER subscribers_delete_found;
DROP TRIGGER subscribers_insert_found;
DROP TRIGGER subscribers_update_found;
DROP TABLE subscriber_grams;
DROP TABLE subscriber_search;

-- Of the mails to people who were erased it is only counted how they ended; what was reported later has failed.
CREATE TABLE counted_deliveries (
  issue_id integer NOT NULL REFERENCES issues (id) ON DELETE CASCADE,
  state text NOT NULL CHECK (state IN ('queued', 'sending', 'sent', 'retry', 'failed', 'unknown', 'skipped', 'kept')),
  count integer NOT NULL CHECK (count > 0),
  PRIMARY KEY (issue_id, state)
) STRICT;
INSERT INTO counted_deliveries
  SELECT issue_id, state, sum(count) FROM (
    SELECT issue_id, state, count - bounces - complaints AS count FROM erased_deliveries
    UNION ALL
    SELECT issue_id, 'failed', bounces + complaints FROM erased_deliveries
  ) GROUP BY issue_id, state HAVING sum(count) > 0;
DROP TABLE erased_deliveries;
ALTER TABLE counted_deliveries RENAME TO erased_deliveries;

-- A key that was renewed proves nothing any more.
DELETE FROM secrets WHERE name LIKE '% until %';
