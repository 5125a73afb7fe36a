-- Mailboxes whose owners want no mail that a form causes, and since when.
CREATE TABLE remembered_addresses_new (
  reason text NOT NULL CHECK (reason IN ('erased', 'welcomed', 'do-not-write')),
  address_hash text NOT NULL CHECK (length(address_hash) = 43),
  -- Null unless 'do-not-write'.
  remembered_at text CHECK (remembered_at IS strftime('%Y-%m-%dT%H:%M:%fZ', remembered_at)),
  PRIMARY KEY (reason, address_hash)
) STRICT;
INSERT INTO remembered_addresses_new (reason, address_hash) SELECT reason, address_hash FROM remembered_addresses;
DROP TABLE remembered_addresses;
ALTER TABLE remembered_addresses_new RENAME TO remembered_addresses;
