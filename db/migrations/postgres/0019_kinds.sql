-- What has revisions, idempotency keys and pictures is named in one table: a new kind is one row.

-- The settings have revisions, though there is one of them.
CREATE TABLE kinds (name text PRIMARY KEY CHECK (utf16_length(name) BETWEEN 1 AND 50));
INSERT INTO kinds (name) VALUES ('articles'), ('events'), ('members'), ('settings');

ALTER TABLE revisions DROP CONSTRAINT revisions_kind_check, ADD FOREIGN KEY (kind) REFERENCES kinds (name);
ALTER TABLE idempotency_keys DROP CONSTRAINT idempotency_keys_kind_check, ADD FOREIGN KEY (kind) REFERENCES kinds (name);
ALTER TABLE uploads DROP CONSTRAINT uploads_purpose_check, ADD FOREIGN KEY (purpose) REFERENCES kinds (name);
