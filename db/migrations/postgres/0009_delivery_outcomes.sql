-- What became of each mail: kept for want of a mail server, held by trouble of the mail server, come back, complained about.

-- An article has one issue for each text that went out; the first mail of an issue fixes its text.
ALTER TABLE issues DROP CONSTRAINT issues_article_id_key;
CREATE INDEX issues_article ON issues (article_id, id);
-- Set while the mail server takes none of its mails for a reason that is not the readers'.
ALTER TABLE issues ADD COLUMN held_since timestamptz(3);
ALTER TABLE issues ADD COLUMN hold_reason text CHECK (utf16_length(hold_reason) <= 1000);
ALTER TABLE issues ADD COLUMN next_probe_at timestamptz(3);
ALTER TABLE issues ADD CHECK ((held_since IS NULL) = (next_probe_at IS NULL));

ALTER TABLE deliveries DROP CONSTRAINT deliveries_state_check;
ALTER TABLE deliveries ADD CONSTRAINT deliveries_state_check
  CHECK (state IN ('queued', 'sending', 'sent', 'retry', 'failed', 'unknown', 'skipped', 'kept'));

ALTER TABLE letters DROP CONSTRAINT letters_state_check;
ALTER TABLE letters ADD CONSTRAINT letters_state_check
  CHECK (state IN ('queued', 'sending', 'sent', 'retry', 'failed', 'kept'));

ALTER TABLE erased_deliveries DROP CONSTRAINT erased_deliveries_state_check;
ALTER TABLE erased_deliveries ADD CONSTRAINT erased_deliveries_state_check
  CHECK (state IN ('queued', 'sending', 'sent', 'retry', 'failed', 'unknown', 'skipped', 'kept'));

ALTER TABLE bounces DROP CONSTRAINT bounces_kind_check;
ALTER TABLE bounces ADD CONSTRAINT bounces_kind_check CHECK (kind IN ('hard', 'soft', 'complaint'));
-- Suppressed the address: taken back when it turns out to have been the mail server's trouble.
ALTER TABLE bounces ADD COLUMN is_suppressing boolean NOT NULL DEFAULT false;
CREATE INDEX bounces_message ON bounces (message_id);

-- Addresses that would be suppressed, but are too many at once for that: an administrator decides.
CREATE TABLE pending_suppressions (
  subscriber_id bigint NOT NULL PRIMARY KEY REFERENCES subscribers (id) ON DELETE CASCADE,
  at timestamptz(3) NOT NULL,
  because text NOT NULL CHECK (utf16_length(because) <= 500)
);

-- At most one row, there while the mail server takes no mail at all.
CREATE TABLE mail_breaker (
  id bigint NOT NULL PRIMARY KEY CHECK (id = 1),
  open_since timestamptz(3) NOT NULL,
  reason text NOT NULL CHECK (utf16_length(reason) <= 1000),
  next_probe_at timestamptz(3) NOT NULL
);
