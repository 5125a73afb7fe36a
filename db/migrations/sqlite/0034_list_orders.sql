-- Administrators' lists by title and by their last change.
CREATE INDEX articles_title ON articles (lower(title), id) WHERE deleted_at IS NULL;
CREATE INDEX articles_changed ON articles (updated_at, id) WHERE deleted_at IS NULL;
CREATE INDEX events_title ON events (lower(title), id) WHERE deleted_at IS NULL;
CREATE INDEX events_changed ON events (updated_at, id) WHERE deleted_at IS NULL;
