-- The body of an article as its page shows it, made once from `content`: null while nobody has, empty where both are the same.
-- `highlighted` had its code in colours and no more: it stays for an older process beside this one, with its trigger.
UPDATE articles SET highlighted = '' WHERE highlighted <> '';
ALTER TABLE articles ADD COLUMN rendered text;
CREATE INDEX articles_not_rendered ON articles (id) WHERE rendered IS NULL;

-- What another program writes is not hidden behind an old rendering. The site writes the new one in a statement of its own.
CREATE FUNCTION forget_old_rendering() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.rendered := NULL;
  RETURN NEW;
END
$$;
CREATE TRIGGER articles_update_rendered BEFORE UPDATE OF content ON articles FOR EACH ROW
  WHEN (NEW.content IS DISTINCT FROM OLD.content) EXECUTE FUNCTION forget_old_rendering();
