-- One table for what leads to an item from an address that it had before, here or on another site.
CREATE TABLE redirects (
  -- Decoded, in lower case, without a slash at the end: '/2019/05/first-post', '/blog?p=101'.
  path text PRIMARY KEY CHECK (utf16_length(path) BETWEEN 2 AND 500),
  kind text NOT NULL REFERENCES kinds (name),
  entity_id bigint NOT NULL
);
CREATE INDEX redirects_entity ON redirects (kind, entity_id);
CREATE CONSTRAINT TRIGGER redirects_change_counts AFTER INSERT OR DELETE OR UPDATE ON redirects DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_content_change();
INSERT INTO redirects (path, kind, entity_id)
SELECT '/' || line, 'pages', id FROM pages, regexp_split_to_table(former_addresses, '\n') AS line WHERE line <> ''
ON CONFLICT DO NOTHING;
ALTER TABLE pages DROP COLUMN former_addresses;
