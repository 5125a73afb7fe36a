-- Which working copies were saved or discarded: a copy that is merely missing proves nothing, for the database may have been put back.
CREATE TABLE ended_copies (
  administrator_id bigint NOT NULL REFERENCES administrators (id) ON DELETE CASCADE,
  id text NOT NULL CHECK (utf16_length(id) = 36),
  at timestamptz(3) NOT NULL,
  PRIMARY KEY (administrator_id, id)
);
CREATE INDEX ended_copies_at ON ended_copies (at);

-- What a save under this key has made of the item: whoever never got the answer goes on from that. Null for a creation.
ALTER TABLE idempotency_keys ADD COLUMN version integer CHECK (version >= 1);
