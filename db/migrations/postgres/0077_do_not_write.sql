-- Mailboxes whose owners want no mail that a form causes, and since when.
ALTER TABLE remembered_addresses DROP CONSTRAINT remembered_addresses_reason_check;
ALTER TABLE remembered_addresses ADD CONSTRAINT remembered_addresses_reason_check
  CHECK (reason IN ('erased', 'welcomed', 'do-not-write'));
-- Null unless 'do-not-write'.
ALTER TABLE remembered_addresses ADD COLUMN remembered_at text;
