-- The language that an article is written in, chosen by whoever wrote it; null where its text tells it.
ALTER TABLE articles ADD COLUMN lang text CHECK (length(lang) BETWEEN 2 AND 35);

-- A search finds letters with and without their marks: 'José' for 'jose', 'Straße' for 'strasse'. FTS5 knows the marks of Latin;
-- the rest is replaced first, in a few steps: SQLite before 3.46, such as Debian's, cannot read sixty calls in one another.
-- `platform/db/search/fold.ts` does the same to what is searched for.
DROP VIEW article_search_texts;
DROP VIEW event_search_texts;
DROP TABLE article_grams;
DROP TABLE article_search;
DROP TABLE event_grams;
DROP TABLE event_search;

CREATE VIRTUAL TABLE article_search USING fts5(text, content='', contentless_delete=1, tokenize='trigram remove_diacritics 1');
CREATE VIRTUAL TABLE article_grams USING fts5vocab(article_search, row);
CREATE VIRTUAL TABLE event_search USING fts5(text, content='', contentless_delete=1, tokenize='trigram remove_diacritics 1');
CREATE VIRTUAL TABLE event_grams USING fts5vocab(event_search, row);

CREATE VIEW article_folded_texts (id, text) AS
  WITH latin (id, text) AS (
    SELECT id, replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(title || char(10) || content_text
    , 'ß', 'ss'), 'ẞ', 'SS'), 'æ', 'ae'), 'Æ', 'AE'), 'œ', 'oe'), 'Œ', 'OE'), 'đ', 'd'), 'Đ', 'D'), 'ı', 'i')
    , 'İ', 'I'), 'ø', 'o'), 'Ø', 'O'), 'ł', 'l'), 'Ł', 'L')
    FROM articles
  ),
  greek (id, text) AS (
    SELECT id, replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(text
    , 'ς', 'σ'), 'Ά', 'Α'), 'ά', 'α'), 'Έ', 'Ε'), 'έ', 'ε'), 'Ή', 'Η'), 'ή', 'η'), 'Ί', 'Ι'), 'ί', 'ι'), 'Ό', 'Ο')
    , 'ό', 'ο')
    FROM latin
  ),
  greek_rest (id, text) AS (
    SELECT id, replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(text
    , 'Ύ', 'Υ'), 'ύ', 'υ'), 'Ώ', 'Ω'), 'ώ', 'ω'), 'Ϊ', 'Ι'), 'ϊ', 'ι'), 'ΐ', 'ι'), 'Ϋ', 'Υ'), 'ϋ', 'υ'), 'ΰ', 'υ')
    FROM greek
  ),
  cyrillic (id, text) AS (
    SELECT id, replace(replace(replace(replace(replace(replace(replace(replace(text
    , 'Ё', 'Е'), 'ё', 'е'), 'Й', 'И'), 'й', 'и'), 'Ї', 'І'), 'ї', 'і'), 'Ў', 'У'), 'ў', 'у')
    FROM greek_rest
  ),
  arabic (id, text) AS (
    SELECT id, replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(text
    , 'أ', 'ا'), 'إ', 'ا'), 'آ', 'ا'), char(1600), ''), char(1611), ''), char(1612), ''), char(1613), '')
    , char(1614), ''), char(1615), ''), char(1616), ''), char(1617), ''), char(1618), ''), char(1648), '')
    FROM cyrillic
  )
  SELECT id, text FROM arabic;

CREATE VIEW article_search_texts (id, text) AS
  SELECT id, text || char(10, 10) || char(31) || coalesce((
    WITH RECURSIVE pieces (piece, rest) AS (
      SELECT '', text
      UNION ALL
      SELECT substr(rest, 1, 256), substr(rest, 257) FROM pieces WHERE rest <> ''
    ), characters (one, rest) AS (
      SELECT '', piece FROM pieces
      UNION ALL
      SELECT substr(rest, 1, 1), replace(rest, substr(rest, 1, 1), '') FROM characters WHERE rest <> ''
    ) SELECT group_concat(one, char(31)) FROM (SELECT DISTINCT one FROM characters WHERE one <> '')), '') || char(31)
  FROM article_folded_texts;

CREATE VIEW event_folded_texts (id, text) AS
  WITH latin (id, text) AS (
    SELECT id, replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(title || char(10) || description
    , 'ß', 'ss'), 'ẞ', 'SS'), 'æ', 'ae'), 'Æ', 'AE'), 'œ', 'oe'), 'Œ', 'OE'), 'đ', 'd'), 'Đ', 'D'), 'ı', 'i')
    , 'İ', 'I'), 'ø', 'o'), 'Ø', 'O'), 'ł', 'l'), 'Ł', 'L')
    FROM events
  ),
  greek (id, text) AS (
    SELECT id, replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(text
    , 'ς', 'σ'), 'Ά', 'Α'), 'ά', 'α'), 'Έ', 'Ε'), 'έ', 'ε'), 'Ή', 'Η'), 'ή', 'η'), 'Ί', 'Ι'), 'ί', 'ι'), 'Ό', 'Ο')
    , 'ό', 'ο')
    FROM latin
  ),
  greek_rest (id, text) AS (
    SELECT id, replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(text
    , 'Ύ', 'Υ'), 'ύ', 'υ'), 'Ώ', 'Ω'), 'ώ', 'ω'), 'Ϊ', 'Ι'), 'ϊ', 'ι'), 'ΐ', 'ι'), 'Ϋ', 'Υ'), 'ϋ', 'υ'), 'ΰ', 'υ')
    FROM greek
  ),
  cyrillic (id, text) AS (
    SELECT id, replace(replace(replace(replace(replace(replace(replace(replace(text
    , 'Ё', 'Е'), 'ё', 'е'), 'Й', 'И'), 'й', 'и'), 'Ї', 'І'), 'ї', 'і'), 'Ў', 'У'), 'ў', 'у')
    FROM greek_rest
  ),
  arabic (id, text) AS (
    SELECT id, replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(text
    , 'أ', 'ا'), 'إ', 'ا'), 'آ', 'ا'), char(1600), ''), char(1611), ''), char(1612), ''), char(1613), '')
    , char(1614), ''), char(1615), ''), char(1616), ''), char(1617), ''), char(1618), ''), char(1648), '')
    FROM cyrillic
  )
  SELECT id, text FROM arabic;

CREATE VIEW event_search_texts (id, text) AS
  SELECT id, text || char(10, 10) || char(31) || coalesce((
    WITH RECURSIVE pieces (piece, rest) AS (
      SELECT '', text
      UNION ALL
      SELECT substr(rest, 1, 256), substr(rest, 257) FROM pieces WHERE rest <> ''
    ), characters (one, rest) AS (
      SELECT '', piece FROM pieces
      UNION ALL
      SELECT substr(rest, 1, 1), replace(rest, substr(rest, 1, 1), '') FROM characters WHERE rest <> ''
    ) SELECT group_concat(one, char(31)) FROM (SELECT DISTINCT one FROM characters WHERE one <> '')), '') || char(31)
  FROM event_folded_texts;

-- Long ones in the thread, as after a save.
DELETE FROM article_search_queue;
INSERT INTO article_search_queue (article_id) SELECT id FROM articles WHERE length(content_text) > 10000;
INSERT INTO article_search (rowid, text)
  SELECT id, text FROM article_search_texts WHERE id NOT IN (SELECT article_id FROM article_search_queue);
INSERT INTO event_search (rowid, text) SELECT id, text FROM event_search_texts;

-- All are rendered anew, each block in its own direction.
UPDATE articles SET rendered = NULL;
