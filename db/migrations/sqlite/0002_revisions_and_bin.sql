-- Who saved last, who deleted, every save as it was, and creations that happen once however often they are asked for.

ALTER TABLE articles ADD COLUMN updated_by integer REFERENCES administrators (id) ON DELETE SET NULL;
ALTER TABLE articles ADD COLUMN deleted_by integer REFERENCES administrators (id) ON DELETE SET NULL;
ALTER TABLE members ADD COLUMN updated_by integer REFERENCES administrators (id) ON DELETE SET NULL;
ALTER TABLE members ADD COLUMN deleted_by integer REFERENCES administrators (id) ON DELETE SET NULL;
ALTER TABLE events ADD COLUMN updated_by integer REFERENCES administrators (id) ON DELETE SET NULL;
ALTER TABLE events ADD COLUMN deleted_by integer REFERENCES administrators (id) ON DELETE SET NULL;

-- An article's text is long and most saves leave it alone: it is kept once.
CREATE TABLE revision_contents (
  hash text NOT NULL PRIMARY KEY CHECK (length(hash) = 64),
  content text NOT NULL
) STRICT;

-- The settings are one entity, number 0.
CREATE TABLE revisions (
  id integer PRIMARY KEY AUTOINCREMENT,
  kind text NOT NULL CHECK (kind IN ('articles', 'events', 'members', 'settings')),
  entity_id integer NOT NULL CHECK (entity_id >= 0),
  version integer NOT NULL CHECK (version >= 1),
  at text NOT NULL CHECK (at IS strftime('%Y-%m-%dT%H:%M:%fZ', at)),
  administrator_id integer REFERENCES administrators (id) ON DELETE SET NULL,
  summary text NOT NULL CHECK (length(summary) BETWEEN 1 AND 1000),
  data text NOT NULL,
  content_hash text REFERENCES revision_contents (hash) ON DELETE RESTRICT
) STRICT;

CREATE TABLE idempotency_keys (
  administrator_id integer NOT NULL REFERENCES administrators (id) ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('articles', 'events', 'members')),
  key text NOT NULL CHECK (length(key) = 36),
  entity_id integer,
  created_at text NOT NULL CHECK (created_at IS strftime('%Y-%m-%dT%H:%M:%fZ', created_at)),
  PRIMARY KEY (administrator_id, kind, key)
) STRICT;

CREATE INDEX articles_bin ON articles (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX members_bin ON members (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX events_bin ON events (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX articles_updated_by ON articles (updated_by);
CREATE INDEX articles_deleted_by ON articles (deleted_by);
CREATE INDEX members_updated_by ON members (updated_by);
CREATE INDEX members_deleted_by ON members (deleted_by);
CREATE INDEX events_updated_by ON events (updated_by);
CREATE INDEX events_deleted_by ON events (deleted_by);
CREATE INDEX revisions_entity ON revisions (kind, entity_id, id);
CREATE INDEX revisions_at ON revisions (at);
CREATE INDEX revisions_administrator ON revisions (administrator_id);
CREATE INDEX revisions_content ON revisions (content_hash);
CREATE INDEX idempotency_keys_created_at ON idempotency_keys (created_at);
