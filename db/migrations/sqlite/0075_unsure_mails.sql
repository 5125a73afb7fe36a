-- A claimed mail is 'queued' or 'retry' until the moment it is handed over.
DROP INDEX mails_sending;
CREATE INDEX mails_leased ON mails (lease_until) WHERE lease_until IS NOT NULL;

-- How many recipients in a row were refused in the same words, and which bounces wait for the end of their issue.
ALTER TABLE issues ADD COLUMN refusal_words text CHECK (length(refusal_words) <= 200);
ALTER TABLE issues ADD COLUMN refusals integer NOT NULL DEFAULT 0 CHECK (refusals >= 0);
ALTER TABLE bounces ADD COLUMN is_settled integer NOT NULL DEFAULT 1 CHECK (is_settled IN (0, 1));
