-- What an administrator has typed in a form and not saved, so that it is there on any device. `data` is the form's own content.
CREATE TABLE working_copies (
  administrator_id bigint NOT NULL REFERENCES administrators (id) ON DELETE CASCADE,
  id text NOT NULL CHECK (utf16_length(id) = 36),
  kind text NOT NULL REFERENCES kinds (name),
  -- Null for an item that is not saved yet.
  entity_id bigint CHECK (entity_id >= 1),
  at timestamptz(3) NOT NULL,
  -- Of the item that was edited.
  version integer CHECK (version >= 1),
  title text NOT NULL CHECK (utf16_length(title) <= 200),
  words text NOT NULL CHECK (utf16_length(words) <= 200),
  data text NOT NULL,
  PRIMARY KEY (administrator_id, id)
);
CREATE INDEX working_copies_entity ON working_copies (kind, entity_id);
