-- The language that an article is written in, chosen by whoever wrote it; null where its text tells it.
ALTER TABLE articles ADD COLUMN lang text CHECK (length(lang) BETWEEN 2 AND 35);

-- A search finds letters with and without their marks: 'José' for 'jose', 'Straße' for 'strasse'. What translate() has no letter
-- for are the vowel signs of Arabic. `platform/db/search/fold.ts` does the same to what is searched for.
CREATE FUNCTION search_fold(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT lower(translate(
    replace(replace(replace(replace(replace(replace(
      normalize(regexp_replace(normalize(value, NFD), '([A-Za-z])[\u0300-\u036f]+', '\1', 'g'), NFC)
    , 'ß', 'ss'), 'ẞ', 'SS'), 'æ', 'ae'), 'Æ', 'AE'), 'œ', 'oe'), 'Œ', 'OE'),
    'đĐıİøØłŁςΆάΈέΉήΊίΌόΎύΏώΪϊΐΫϋΰЁёЙйЇїЎўأإآ' || U&'\0640\064B\064C\064D\064E\064F\0650\0651\0652\0670',
    'dDiIoOlLσΑαΕεΗηΙιΟοΥυΩωΙιιΥυυЕеИиІіУуااا'))
$$;

CREATE OR REPLACE FUNCTION keep_article_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO article_search AS kept (article_id, text) VALUES (NEW.id, search_fold(NEW.title || E'\n' || NEW.content_text))
    ON CONFLICT (article_id) DO UPDATE SET text = excluded.text WHERE kept.text <> excluded.text;
  RETURN NULL;
END
$$;
CREATE OR REPLACE FUNCTION keep_event_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO event_search AS kept (event_id, text) VALUES (NEW.id, search_fold(NEW.title || E'\n' || NEW.description))
    ON CONFLICT (event_id) DO UPDATE SET text = excluded.text WHERE kept.text <> excluded.text;
  RETURN NULL;
END
$$;
UPDATE article_search SET text = search_fold(title || E'\n' || content_text)
  FROM articles WHERE id = article_id AND text <> search_fold(title || E'\n' || content_text);
UPDATE event_search SET text = search_fold(title || E'\n' || description)
  FROM events WHERE id = event_id AND text <> search_fold(title || E'\n' || description);

-- All are rendered anew, each block in its own direction.
UPDATE articles SET rendered = NULL;
