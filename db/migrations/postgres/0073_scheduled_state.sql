-- What is scheduled is called so, as on the screens.
ALTER TABLE scheduled_publications DROP CONSTRAINT scheduled_publications_state_check;
UPDATE scheduled_publications SET state = 'scheduled' WHERE state = 'planned';
ALTER TABLE scheduled_publications
  ADD CHECK (state IN ('scheduled', 'published', 'late', 'restored', 'failed'));

UPDATE audit SET detail = replace(detail, '"isPlanned":true', '"isScheduled":true') WHERE action = 'article.publish';
