-- Links of version 0.2.0 go on working, but where one of them was withdrawn alone: there all of the article end.
UPDATE articles SET previews_withdrawn = previews_withdrawn + 1
WHERE id IN (
  SELECT article_id FROM preview_links
  WHERE withdrawn_at IS NOT NULL AND expires_at > strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
);
DROP TABLE preview_links;
DROP TABLE preview_comments;
DROP TABLE picture_uses;
DROP TABLE form_visits;

-- Changes of accounts are told by e-mail and not taken back by a link; nobody demands a second factor from a day on.
DROP TABLE account_changes;
DELETE FROM secrets WHERE name = 'objections' OR name LIKE 'objections until %';
DELETE FROM settings WHERE key = 'secondFactorFrom';

-- No session is signed while nothing can be saved, and SITE_URL is asked without a key.
DELETE FROM secrets WHERE name IN ('unwritten sessions', 'site-probe');

-- When the worker last ran, and from when on what is old may be erased, after the clock has jumped.
CREATE TABLE erasing_clock (
  id integer PRIMARY KEY CHECK (id = 1),
  seen_at text NOT NULL CHECK (seen_at IS strftime('%Y-%m-%dT%H:%M:%fZ', seen_at)),
  waits_until text CHECK (waits_until IS strftime('%Y-%m-%dT%H:%M:%fZ', waits_until))
) STRICT;
INSERT INTO erasing_clock (id, seen_at) SELECT id, seen_at FROM retention_clock;
DROP TABLE retention_clock;
