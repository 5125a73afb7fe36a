-- Who was welcomed, also after leaving or being erased: a keyed hash, not the address.
CREATE TABLE welcomed_addresses (
  address_hash text NOT NULL PRIMARY KEY CHECK (utf16_length(address_hash) = 43)
);
