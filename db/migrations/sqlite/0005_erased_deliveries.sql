-- What is left of somebody who was erased: how many mails of an issue ended how, and nothing about whom.
CREATE TABLE erased_deliveries (
  issue_id integer NOT NULL REFERENCES issues (id) ON DELETE CASCADE,
  state text NOT NULL CHECK (state IN ('queued', 'sending', 'sent', 'retry', 'failed', 'unknown', 'skipped')),
  count integer NOT NULL CHECK (count > 0),
  PRIMARY KEY (issue_id, state)
) STRICT;
