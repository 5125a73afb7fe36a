-- How often the preview links of an article were withdrawn: those made before do not open it any more.
ALTER TABLE articles ADD COLUMN previews_withdrawn integer NOT NULL DEFAULT 0;
