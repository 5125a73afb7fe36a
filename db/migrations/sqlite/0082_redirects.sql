-- One table for what leads to an item from an address that it had before, here or on another site.
CREATE TABLE redirects (
  -- Decoded, in lower case, without a slash at the end: '/2019/05/first-post', '/blog?p=101'.
  path text NOT NULL PRIMARY KEY CHECK (length(path) BETWEEN 2 AND 500),
  kind text NOT NULL REFERENCES kinds (name),
  entity_id integer NOT NULL
) STRICT;
CREATE INDEX redirects_entity ON redirects (kind, entity_id);
CREATE TRIGGER redirects_delete_counts AFTER DELETE ON redirects BEGIN UPDATE content_version SET version = version + 1; END;
CREATE TRIGGER redirects_insert_counts AFTER INSERT ON redirects BEGIN UPDATE content_version SET version = version + 1; END;
CREATE TRIGGER redirects_update_counts AFTER UPDATE ON redirects BEGIN UPDATE content_version SET version = version + 1; END;
INSERT OR IGNORE INTO redirects (path, kind, entity_id)
WITH RECURSIVE lines (id, line, rest) AS (
  SELECT id, '', former_addresses || char(10) FROM pages
  UNION ALL
  SELECT id, substr(rest, 1, instr(rest, char(10)) - 1), substr(rest, instr(rest, char(10)) + 1) FROM lines WHERE rest <> ''
)
SELECT '/' || line, 'pages', id FROM lines WHERE line <> '';
ALTER TABLE pages DROP COLUMN former_addresses;
