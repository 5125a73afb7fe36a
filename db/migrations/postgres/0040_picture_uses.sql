-- What a picture of the library is called and shows; null while nobody has said so.
ALTER TABLE uploads ADD COLUMN file_name text CHECK (utf16_length(file_name) BETWEEN 1 AND 200);
ALTER TABLE uploads ADD COLUMN alt text CHECK (utf16_length(alt) BETWEEN 1 AND 250);
CREATE INDEX uploads_newest ON uploads (created_at, id);

-- Which stored picture stands where. It follows from items, changes that are not live, and settings, and is written with them.
CREATE TABLE picture_uses (
  -- A kind, or 'settings', whose id is 0.
  kind text NOT NULL,
  entity_id bigint NOT NULL CHECK (entity_id >= 0),
  -- 'changes': in what is not live yet of a live article.
  layer text NOT NULL CHECK (layer IN ('saved', 'changes')),
  field text NOT NULL,
  -- The name of its file, without folder and extension.
  picture text NOT NULL CHECK (utf16_length(picture) = 30),
  PRIMARY KEY (kind, entity_id, layer, field, picture)
);
CREATE INDEX picture_uses_picture ON picture_uses (picture);

INSERT INTO picture_uses (kind, entity_id, layer, field, picture)
  SELECT kind, entity_id, layer, field, found[1] FROM (
    SELECT 'articles' AS kind, id AS entity_id, 'saved' AS layer, 'imageUrl' AS field, image_url AS text FROM articles
    UNION ALL SELECT 'events', id, 'saved', 'imageUrl', image_url FROM events
    UNION ALL SELECT 'members', id, 'saved', 'imageUrl', image_url FROM members
    UNION ALL SELECT 'articles', id, 'saved', 'content', content FROM articles
    UNION ALL SELECT 'articles', article_id, 'changes', 'imageUrl', data::json ->> 'imageUrl' FROM article_changes
    UNION ALL SELECT 'articles', article_id, 'changes', 'content', data::json ->> 'content' FROM article_changes
    UNION ALL SELECT 'settings', 0, 'saved', key, value FROM settings
      WHERE key IN ('defaultArticleImage', 'defaultAvatarImage', 'defaultEventImage')
  ) AS texts, regexp_matches(text, '\y\d{13}-[0-9a-f]{16}\y', 'g') AS found
  ON CONFLICT DO NOTHING;
