-- The code of an article in colours, made once when it is saved: null while nobody has looked, empty where there is none.
ALTER TABLE articles ADD COLUMN highlighted text;
CREATE INDEX articles_not_highlighted ON articles (id) WHERE highlighted IS NULL;
UPDATE articles SET highlighted = '' WHERE strpos(content, 'data-language=') = 0;
