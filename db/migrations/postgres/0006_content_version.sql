-- Counts the changes to what visitors see, so that kept pages know when they are out of date.

CREATE TABLE content_version (
  id integer PRIMARY KEY CHECK (id = 1),
  version bigint NOT NULL CHECK (version >= 0)
);

INSERT INTO content_version (id, version) VALUES (1, 0);

-- Once in a transaction and at its very end, so that the one row is locked for as short as can be and after every other.
CREATE FUNCTION count_content_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('site.content_counted', true) IS DISTINCT FROM pg_current_xact_id()::text THEN
    PERFORM set_config('site.content_counted', pg_current_xact_id()::text, true);
    UPDATE content_version SET version = version + 1;
  END IF;
  RETURN NULL;
END
$$;

CREATE CONSTRAINT TRIGGER articles_change_counts AFTER INSERT OR UPDATE OR DELETE ON articles
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_content_change();
CREATE CONSTRAINT TRIGGER events_change_counts AFTER INSERT OR UPDATE OR DELETE ON events
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_content_change();
CREATE CONSTRAINT TRIGGER members_change_counts AFTER INSERT OR UPDATE OR DELETE ON members
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_content_change();
CREATE CONSTRAINT TRIGGER settings_change_counts AFTER INSERT OR UPDATE OR DELETE ON settings
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_content_change();
CREATE CONSTRAINT TRIGGER uploads_change_counts AFTER INSERT OR UPDATE OR DELETE ON uploads
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_content_change();
