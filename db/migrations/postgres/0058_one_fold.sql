-- Triggers only note what has changed; the site folds the texts of searches and fills the index, on both engines alike.
DROP TRIGGER articles_searched ON articles;
DROP TRIGGER events_searched ON events;
DROP FUNCTION keep_article_search();
DROP FUNCTION keep_event_search();
DROP FUNCTION search_fold(text);

CREATE TABLE search_queue (
  kind text NOT NULL CHECK (kind IN ('articles', 'events')),
  id bigint NOT NULL,
  PRIMARY KEY (kind, id)
);

CREATE FUNCTION note_for_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    DELETE FROM search_queue WHERE kind = TG_TABLE_NAME AND id = OLD.id;
  ELSE
    INSERT INTO search_queue (kind, id) VALUES (TG_TABLE_NAME, NEW.id) ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER articles_searched AFTER INSERT OR DELETE OR UPDATE OF title, content_text ON articles
  FOR EACH ROW EXECUTE FUNCTION note_for_search();
CREATE TRIGGER events_searched AFTER INSERT OR DELETE OR UPDATE OF title, description ON events
  FOR EACH ROW EXECUTE FUNCTION note_for_search();

-- What is indexed is found until it is folded anew.
INSERT INTO search_queue (kind, id) SELECT 'articles', id FROM articles;
INSERT INTO search_queue (kind, id) SELECT 'events', id FROM events;
