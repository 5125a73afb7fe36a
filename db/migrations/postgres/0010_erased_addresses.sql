-- Who was erased, as a hash under a key of the site's own: an import must not bring them back unasked.
CREATE TABLE erased_addresses (
  address_hash text NOT NULL PRIMARY KEY CHECK (utf16_length(address_hash) = 43),
  erased_at timestamptz(3) NOT NULL
);
