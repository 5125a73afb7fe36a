-- What the newsletter learns about addresses, and indexes that serve one issue at a time.

ALTER TABLE subscribers ADD COLUMN suppressed_at text CHECK (suppressed_at IS strftime('%Y-%m-%dT%H:%M:%fZ', suppressed_at));
ALTER TABLE subscribers ADD COLUMN suppressed_because text CHECK (length(suppressed_because) <= 500);

-- How often an attempt ended without our knowing whether the mail was taken.
ALTER TABLE deliveries ADD COLUMN doubts integer NOT NULL DEFAULT 0 CHECK (doubts >= 0);

CREATE TABLE bounces (
  id integer PRIMARY KEY AUTOINCREMENT,
  subscriber_id integer NOT NULL REFERENCES subscribers (id) ON DELETE CASCADE,
  at text NOT NULL CHECK (at IS strftime('%Y-%m-%dT%H:%M:%fZ', at)),
  kind text NOT NULL CHECK (kind IN ('hard', 'soft')),
  source text NOT NULL CHECK (source IN ('smtp', 'mailbox', 'webhook')),
  message_id text CHECK (length(message_id) <= 500),
  answer text NOT NULL CHECK (length(answer) <= 500)
) STRICT;
CREATE INDEX bounces_subscriber ON bounces (subscriber_id, at);

-- Who sends at the moment: they share one rate.
CREATE TABLE workers (
  owner text NOT NULL PRIMARY KEY CHECK (length(owner) BETWEEN 1 AND 100),
  seen_at text NOT NULL CHECK (seen_at IS strftime('%Y-%m-%dT%H:%M:%fZ', seen_at))
) STRICT;

CREATE INDEX deliveries_due ON deliveries (issue_id, state, next_attempt_at, id);
CREATE INDEX deliveries_lease ON deliveries (lease_until) WHERE state = 'sending';
DROP INDEX deliveries_claim;
DROP INDEX deliveries_issue;
CREATE INDEX letters_lease ON letters (lease_until) WHERE state = 'sending';
CREATE INDEX issues_state ON issues (state, id);
