-- Links of version 0.2.0 go on working, but where one of them was withdrawn alone: there all of the article end.
UPDATE articles SET previews_withdrawn = previews_withdrawn + 1
WHERE id IN (
  SELECT article_id FROM preview_links
  WHERE withdrawn_at IS NOT NULL AND expires_at > now()
);
DROP TABLE preview_links;
DROP TABLE preview_comments;
DROP TABLE picture_uses;
DROP TABLE form_visits;
