-- Addresses that are known by their hash alone, each with the reason.
CREATE TABLE remembered_addresses (
  reason text NOT NULL CHECK (reason IN ('erased', 'welcomed')),
  address_hash text NOT NULL CHECK (utf16_length(address_hash) = 43),
  PRIMARY KEY (reason, address_hash)
);
INSERT INTO remembered_addresses (reason, address_hash) SELECT 'erased', address_hash FROM erased_addresses;
INSERT INTO remembered_addresses (reason, address_hash) SELECT 'welcomed', address_hash FROM welcomed_addresses;
DROP TABLE erased_addresses;
DROP TABLE welcomed_addresses;
