-- Who was erased, as a hash under a key of the site's own: an import must not bring them back unasked.
CREATE TABLE erased_addresses (
  address_hash text NOT NULL PRIMARY KEY CHECK (length(address_hash) = 43),
  erased_at text NOT NULL CHECK (erased_at IS strftime('%Y-%m-%dT%H:%M:%fZ', erased_at))
) STRICT;
