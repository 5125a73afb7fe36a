-- Lists by title are sorted by the program, in the order that people know; this index is all that they read.
DROP INDEX articles_title;
DROP INDEX events_title;
CREATE INDEX articles_title ON articles (title, id) WHERE deleted_at IS NULL;
CREATE INDEX events_title ON events (title, id) WHERE deleted_at IS NULL;
