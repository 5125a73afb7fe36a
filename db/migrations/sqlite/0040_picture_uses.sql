-- What a picture of the library is called and shows; null while nobody has said so.
ALTER TABLE uploads ADD COLUMN file_name text CHECK (length(file_name) BETWEEN 1 AND 200);
ALTER TABLE uploads ADD COLUMN alt text CHECK (length(alt) BETWEEN 1 AND 250);
CREATE INDEX uploads_newest ON uploads (created_at, id);

-- Which stored picture stands where. It follows from items, changes that are not live, and settings, and is written with them.
CREATE TABLE picture_uses (
  -- A kind, or 'settings', whose id is 0.
  kind text NOT NULL,
  entity_id integer NOT NULL CHECK (entity_id >= 0),
  -- 'changes': in what is not live yet of a live article.
  layer text NOT NULL CHECK (layer IN ('saved', 'changes')),
  field text NOT NULL,
  -- The name of its file, without folder and extension.
  picture text NOT NULL CHECK (length(picture) = 30),
  PRIMARY KEY (kind, entity_id, layer, field, picture)
) STRICT;
CREATE INDEX picture_uses_picture ON picture_uses (picture);

CREATE TEMP TABLE addresses (kind text, entity_id integer, layer text, field text, url text);
INSERT INTO addresses
  SELECT 'articles', id, 'saved', 'imageUrl', image_url FROM articles
  UNION ALL SELECT 'events', id, 'saved', 'imageUrl', image_url FROM events
  UNION ALL SELECT 'members', id, 'saved', 'imageUrl', image_url FROM members
  UNION ALL SELECT 'articles', article_id, 'changes', 'imageUrl', json_extract(data, '$.imageUrl') FROM article_changes
  UNION ALL SELECT 'settings', 0, 'saved', key, json_extract(value, '$') FROM settings
    WHERE key IN ('defaultArticleImage', 'defaultAvatarImage', 'defaultEventImage');
-- In a text the value of each attribute: it begins an element of an array that is made of the text.
INSERT INTO addresses
  SELECT 'articles', entity_id, layer, 'content', substr(value, 1, instr(value, '"') - 1)
  FROM (
    SELECT id AS entity_id, 'saved' AS layer, content FROM articles
    UNION ALL SELECT article_id, 'changes', json_extract(data, '$.content') FROM article_changes
  ), json_each('[' || replace(json_quote(content), '=\"', '","') || ']')
  WHERE substr(value, 1, instr(value, '"') - 1) GLOB '*/[0-9]*-*.*';
INSERT OR IGNORE INTO picture_uses (kind, entity_id, layer, field, picture)
  SELECT kind, entity_id, layer, field, substr(url, length(rtrim(url, replace(url, '/', ''))) + 1, 30) FROM addresses
  WHERE substr(url, length(rtrim(url, replace(url, '/', ''))) + 1, 30)
    GLOB '[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]-[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]';
DROP TABLE addresses;
