-- What keeps searches and counts quick however much there is; docs/decisions/0008-search.md says why it is these.

-- How long a text is, so that a list need not read it. It has one blank or line break between two words.
ALTER TABLE articles ADD COLUMN words integer NOT NULL DEFAULT 0 CHECK (words >= 0);
UPDATE articles SET words = length(content_text) - length(replace(replace(content_text, ' ', ''), E'\n', '')) + 1
  WHERE content_text <> '';
-- What that has left to be done at the end of the transaction stands in the way of the next lines.
SET CONSTRAINTS ALL IMMEDIATE;

CREATE INDEX articles_all_newest ON articles (coalesce(published_at, created_at) DESC NULLS LAST, created_at DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX audit_entity ON audit (entity_id, id);

-- All groups of one, two and three characters that a text holds, each once.
CREATE FUNCTION search_grams(value text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  WITH split AS MATERIALIZED (SELECT string_to_array(value, NULL) AS all_of_it),
  longest AS MATERIALIZED (
    SELECT DISTINCT a || coalesce(b, '') || coalesce(c, '') AS gram
    FROM split, unnest(all_of_it, all_of_it[2:], all_of_it[3:]) AS following (a, b, c)
    WHERE a IS NOT NULL
  )
  SELECT array(SELECT gram FROM longest UNION SELECT left(gram, 2) FROM longest UNION SELECT left(gram, 1) FROM longest)
$$;

-- The texts in small letters, beside their rows and not elsewhere, so that thousands are looked through in some milliseconds.
CREATE TABLE article_search (
  article_id bigint PRIMARY KEY REFERENCES articles (id) ON DELETE CASCADE,
  text text NOT NULL
) WITH (toast_tuple_target = 8160);
ALTER TABLE article_search ALTER COLUMN text SET STORAGE MAIN;
DO $$ BEGIN
  ALTER TABLE article_search ALTER COLUMN text SET COMPRESSION lz4;
EXCEPTION WHEN feature_not_supported THEN
  RAISE NOTICE 'This PostgreSQL has no lz4: searches take longer';
END $$;
INSERT INTO article_search (article_id, text) SELECT id, lower(title || E'\n' || content_text) FROM articles;
CREATE INDEX article_search_grams ON article_search USING gin (search_grams(text)) WITH (fastupdate = off);
-- ANALYZE would work out the groups of every text, and learn nothing from them.
ALTER INDEX article_search_grams ALTER COLUMN 1 SET STATISTICS 0;

CREATE FUNCTION keep_article_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO article_search AS kept (article_id, text) VALUES (NEW.id, lower(NEW.title || E'\n' || NEW.content_text))
    ON CONFLICT (article_id) DO UPDATE SET text = excluded.text WHERE kept.text <> excluded.text;
  RETURN NULL;
END
$$;
CREATE TRIGGER articles_searched AFTER INSERT OR UPDATE OF title, content_text ON articles
  FOR EACH ROW EXECUTE FUNCTION keep_article_search();

CREATE TABLE event_search (
  event_id bigint PRIMARY KEY REFERENCES events (id) ON DELETE CASCADE,
  text text NOT NULL
);
INSERT INTO event_search (event_id, text) SELECT id, lower(title || E'\n' || description) FROM events;
CREATE INDEX event_search_grams ON event_search USING gin (search_grams(text)) WITH (fastupdate = off);
ALTER INDEX event_search_grams ALTER COLUMN 1 SET STATISTICS 0;

CREATE FUNCTION keep_event_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO event_search AS kept (event_id, text) VALUES (NEW.id, lower(NEW.title || E'\n' || NEW.description))
    ON CONFLICT (event_id) DO UPDATE SET text = excluded.text WHERE kept.text <> excluded.text;
  RETURN NULL;
END
$$;
CREATE TRIGGER events_searched AFTER INSERT OR UPDATE OF title, description ON events
  FOR EACH ROW EXECUTE FUNCTION keep_event_search();

CREATE INDEX subscribers_email_grams ON subscribers USING gin (search_grams(email_key));
ALTER INDEX subscribers_email_grams ALTER COLUMN 1 SET STATISTICS 0;

-- The sum of all changes: each transaction adds its own, so that none waits for another.
CREATE TABLE subscriber_counts (
  state text NOT NULL,
  change bigint NOT NULL
);
INSERT INTO subscriber_counts (state, change) SELECT state, count(*) FROM subscribers GROUP BY state;

CREATE FUNCTION count_subscribers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO subscriber_counts SELECT state, count(*) FROM added GROUP BY state;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO subscriber_counts SELECT state, -count(*) FROM removed GROUP BY state;
  ELSE
    INSERT INTO subscriber_counts
      SELECT state, sum(change) FROM (
        SELECT state, 1 AS change FROM added UNION ALL SELECT state, -1 FROM removed
      ) AS changes GROUP BY state HAVING sum(change) <> 0;
  END IF;
  -- Now and then what has come together is added up; what another transaction is adding up is left to it.
  IF random() < 0.01 THEN
    WITH summed AS (
      DELETE FROM subscriber_counts
        WHERE ctid = ANY (ARRAY(SELECT ctid FROM subscriber_counts FOR UPDATE SKIP LOCKED))
        RETURNING state, change
    )
    INSERT INTO subscriber_counts SELECT state, sum(change) FROM summed GROUP BY state HAVING sum(change) <> 0;
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER subscribers_insert_counts AFTER INSERT ON subscribers REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_subscribers();
CREATE TRIGGER subscribers_update_counts AFTER UPDATE ON subscribers REFERENCING OLD TABLE AS removed NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_subscribers();
CREATE TRIGGER subscribers_delete_counts AFTER DELETE ON subscribers REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION count_subscribers();
