-- The code of an article in colours, made once when it is saved: null while nobody has looked, empty where there is none.
ALTER TABLE articles ADD COLUMN highlighted text;
CREATE INDEX articles_not_highlighted ON articles (id) WHERE highlighted IS NULL;
UPDATE articles SET highlighted = '' WHERE strpos(content, 'data-language=') = 0;

-- What another program, or an older version of the site beside this one, writes is not hidden behind old colours.
CREATE FUNCTION forget_old_colours() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.highlighted := NULL;
  RETURN NEW;
END
$$;
CREATE TRIGGER articles_update_highlighted BEFORE UPDATE OF content ON articles FOR EACH ROW
  WHEN (NEW.content IS DISTINCT FROM OLD.content AND NEW.highlighted <> '' AND NEW.highlighted = OLD.highlighted)
  EXECUTE FUNCTION forget_old_colours();
