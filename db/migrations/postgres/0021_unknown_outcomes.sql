-- Two columns get the trade's names, and no mail whose outcome is unknown has a next attempt.

ALTER TABLE deliveries RENAME COLUMN doubts TO unknown_outcomes;
ALTER TABLE deliveries RENAME CONSTRAINT deliveries_doubts_check TO deliveries_unknown_outcomes_check;
UPDATE deliveries SET next_attempt_at = '9999-12-31T23:59:59.999Z'
  WHERE state = 'unknown' AND next_attempt_at <> '9999-12-31T23:59:59.999Z';

ALTER TABLE account_changes RENAME COLUMN objected_at TO reverted_at;
