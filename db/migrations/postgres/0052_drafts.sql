-- What somebody has typed and not saved is one draft for each form and administrator. What was saved beside a live article is a draft of
-- whoever saved it.
CREATE TABLE drafts (
  administrator_id bigint NOT NULL REFERENCES administrators (id) ON DELETE CASCADE,
  kind text NOT NULL REFERENCES kinds (name),
  entity_id bigint NOT NULL CHECK (entity_id >= 0),
  id text NOT NULL CHECK (utf16_length(id) = 36),
  key text NOT NULL CHECK (utf16_length(key) = 36),
  at timestamptz(3) NOT NULL,
  version integer CHECK (version >= 1),
  data text NOT NULL,
  PRIMARY KEY (administrator_id, kind, entity_id)
);
CREATE INDEX drafts_entity ON drafts (kind, entity_id);

INSERT INTO drafts (administrator_id, kind, entity_id, id, key, at, version, data)
WITH typed AS (
  SELECT administrator_id, kind, coalesce(entity_id, 0) AS entity_id, id, at, version, data FROM working_copies
  UNION ALL
  SELECT coalesce(saved_by, (SELECT min(id) FROM administrators)), 'articles', article_id, gen_random_uuid()::text,
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
ALTER TABLE idempotency_keys DROP COLUMN version;
