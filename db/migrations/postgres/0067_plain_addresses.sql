-- Addresses are searched as they stand.
DROP INDEX subscribers_email_grams;

-- Of the mails to people who were erased it is only counted how they ended; what was reported later has failed.
INSERT INTO erased_deliveries (issue_id, state, count)
  SELECT issue_id, 'failed', sum(bounces + complaints) FROM erased_deliveries
  WHERE bounces + complaints > 0 GROUP BY issue_id
ON CONFLICT (issue_id, state) DO UPDATE SET count = erased_deliveries.count + excluded.count;
DELETE FROM erased_deliveries WHERE count <= bounces + complaints;
UPDATE erased_deliveries SET count = count - bounces - complaints WHERE bounces + complaints > 0;
ALTER TABLE erased_deliveries DROP COLUMN bounces, DROP COLUMN complaints, DROP COLUMN left_after;

-- A key that was renewed proves nothing any more.
DELETE FROM secrets WHERE name LIKE '% until %';
