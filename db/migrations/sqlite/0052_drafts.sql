-- What somebody has typed and not saved is one draft for each form and administrator. What was saved beside a live article is a draft of
-- whoever saved it.
CREATE TABLE drafts (
  administrator_id integer NOT NULL REFERENCES administrators (id) ON DELETE CASCADE,
  kind text NOT NULL REFERENCES kinds (name),
  -- 0 for an item that is not saved yet.
  entity_id integer NOT NULL CHECK (entity_id >= 0),
  -- Of the form that wrote it.
  id text NOT NULL CHECK (length(id) = 36),
  -- Names the creation of its item, and its pictures in a browser.
  key text NOT NULL CHECK (length(key) = 36),
  at text NOT NULL CHECK (at IS strftime('%Y-%m-%dT%H:%M:%fZ', at)),
  -- Of the item that was edited.
  version integer CHECK (version >= 1),
  data text NOT NULL,
  PRIMARY KEY (administrator_id, kind, entity_id)
) STRICT;
CREATE INDEX drafts_entity ON drafts (kind, entity_id);

INSERT INTO drafts (administrator_id, kind, entity_id, id, key, at, version, data)
WITH typed AS (
  SELECT administrator_id, kind, coalesce(entity_id, 0) AS entity_id, id, at, version, data FROM working_copies
  UNION ALL
  SELECT coalesce(saved_by, (SELECT min(id) FROM administrators)), 'articles', article_id,
    lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-8' ||
      substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))),
    saved_at, base_version,
    '{"values":' || replace(replace(data, '"excerpt":null', '"excerpt":""'), '"lang":null', '"lang":""') ||
      ',"picture":null,"pictureUrl":null}'
  FROM article_changes
), ranked AS (
  SELECT *, row_number() OVER (PARTITION BY administrator_id, kind, entity_id ORDER BY at DESC, id) AS place FROM typed
)
SELECT administrator_id, kind, entity_id, id, id, at, version, data FROM ranked
WHERE place = 1 AND administrator_id IS NOT NULL;

DROP TABLE earlier_changes;
DROP TABLE article_changes;
DROP TABLE ended_copies;
DROP TABLE working_copies;

-- Only creations write keys: what the others say is gone in a month.
CREATE TABLE idempotency_keys_now (
  administrator_id integer NOT NULL REFERENCES administrators (id) ON DELETE CASCADE,
  kind text NOT NULL REFERENCES kinds (name),
  key text NOT NULL CHECK (length(key) = 36),
  entity_id integer,
  created_at text NOT NULL CHECK (created_at IS strftime('%Y-%m-%dT%H:%M:%fZ', created_at)),
  PRIMARY KEY (administrator_id, kind, key)
) STRICT;
INSERT INTO idempotency_keys_now (administrator_id, kind, key, entity_id, created_at)
SELECT administrator_id, kind, key, entity_id, created_at FROM idempotency_keys;
DROP TABLE idempotency_keys;
ALTER TABLE idempotency_keys_now RENAME TO idempotency_keys;
CREATE INDEX idempotency_keys_created_at ON idempotency_keys (created_at);
