-- As the site folds what is searched for: signs in another form and more letters of Arabic are the same.
CREATE OR REPLACE FUNCTION search_fold(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  SELECT lower(translate(
    replace(replace(replace(replace(replace(replace(
      normalize(regexp_replace(normalize(value, NFKD), '([A-Za-z])[\u0300-\u036f]+', '\1', 'g'), NFC)
    , 'ß', 'ss'), 'ẞ', 'SS'), 'æ', 'ae'), 'Æ', 'AE'), 'œ', 'oe'), 'Œ', 'OE'),
    'đĐıİøØłŁςΆάΈέΉήΊίΌόΎύΏώΪϊΐΫϋΰЁёЙйЇїЎўأإآةىیک' || U&'\0640\064B\064C\064D\064E\064F\0650\0651\0652\0670',
    'dDiIoOlLσΑαΕεΗηΙιΟοΥυΩωΙιιΥυυЕеИиІіУуاااهييك'))
$function$;

UPDATE article_search SET text = folded.text
  FROM (SELECT id, search_fold(title || E'\n' || content_text) AS text FROM articles) AS folded
  WHERE folded.id = article_search.article_id AND folded.text <> article_search.text;
UPDATE event_search SET text = folded.text
  FROM (SELECT id, search_fold(title || E'\n' || description) AS text FROM events) AS folded
  WHERE folded.id = event_search.event_id AND folded.text <> event_search.text;
