-- The tables of the site. Instants are ISO-8601 UTC texts with milliseconds, which strftime() must give back unchanged.
-- length() counts code points: an emoji is one here and two in the form, the server and PostgreSQL, so that these
-- limits never refuse what those let through.

CREATE TABLE articles (
  id integer PRIMARY KEY AUTOINCREMENT,
  title text NOT NULL CHECK (length(title) BETWEEN 1 AND 200),
  description text NOT NULL CHECK (length(description) BETWEEN 1 AND 250),
  content text NOT NULL,
  content_text text NOT NULL,
  excerpt text CHECK (length(excerpt) <= 300),
  image_url text CHECK (length(image_url) <= 2000),
  image_alt text NOT NULL CHECK (length(image_alt) <= 250),
  is_published integer NOT NULL CHECK (is_published IN (0, 1)),
  is_featured integer NOT NULL CHECK (is_featured IN (0, 1)),
  published_at text CHECK (published_at IS strftime('%Y-%m-%dT%H:%M:%fZ', published_at)),
  created_at text NOT NULL CHECK (created_at IS strftime('%Y-%m-%dT%H:%M:%fZ', created_at)),
  updated_at text NOT NULL CHECK (updated_at IS strftime('%Y-%m-%dT%H:%M:%fZ', updated_at)),
  version integer NOT NULL DEFAULT 1 CHECK (version >= 1),
  deleted_at text CHECK (deleted_at IS strftime('%Y-%m-%dT%H:%M:%fZ', deleted_at))
) STRICT;

CREATE TABLE members (
  id integer PRIMARY KEY AUTOINCREMENT,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 50),
  position text NOT NULL CHECK (length(position) BETWEEN 1 AND 50),
  bio text NOT NULL CHECK (length(bio) <= 250),
  image_url text CHECK (length(image_url) <= 2000),
  is_active integer NOT NULL CHECK (is_active IN (0, 1)),
  join_date text NOT NULL CHECK (join_date IS strftime('%Y-%m-%dT%H:%M:%fZ', join_date)),
  sort_order integer CHECK (sort_order BETWEEN 0 AND 9999),
  created_at text NOT NULL CHECK (created_at IS strftime('%Y-%m-%dT%H:%M:%fZ', created_at)),
  updated_at text NOT NULL CHECK (updated_at IS strftime('%Y-%m-%dT%H:%M:%fZ', updated_at)),
  version integer NOT NULL DEFAULT 1 CHECK (version >= 1),
  deleted_at text CHECK (deleted_at IS strftime('%Y-%m-%dT%H:%M:%fZ', deleted_at))
) STRICT;

CREATE TABLE events (
  id integer PRIMARY KEY AUTOINCREMENT,
  title text NOT NULL CHECK (length(title) BETWEEN 1 AND 100),
  event_date text NOT NULL CHECK (event_date IS strftime('%Y-%m-%dT%H:%M:%S', event_date) AND event_date NOT LIKE '%T24%'),
  starts_at text NOT NULL CHECK (starts_at IS strftime('%Y-%m-%dT%H:%M:%fZ', starts_at)),
  location text NOT NULL CHECK (length(location) BETWEEN 1 AND 100),
  description text NOT NULL CHECK (length(description) <= 500),
  image_url text CHECK (length(image_url) <= 2000),
  created_at text NOT NULL CHECK (created_at IS strftime('%Y-%m-%dT%H:%M:%fZ', created_at)),
  updated_at text NOT NULL CHECK (updated_at IS strftime('%Y-%m-%dT%H:%M:%fZ', updated_at)),
  version integer NOT NULL DEFAULT 1 CHECK (version >= 1),
  deleted_at text CHECK (deleted_at IS strftime('%Y-%m-%dT%H:%M:%fZ', deleted_at))
) STRICT;

CREATE TABLE administrators (
  id integer PRIMARY KEY AUTOINCREMENT,
  username text NOT NULL CHECK (length(username) BETWEEN 1 AND 50),
  username_key text NOT NULL UNIQUE CHECK (length(username_key) BETWEEN 1 AND 50),
  email text NOT NULL CHECK (length(email) BETWEEN 3 AND 254),
  email_key text NOT NULL UNIQUE CHECK (length(email_key) BETWEEN 3 AND 254),
  password_hash text NOT NULL CHECK (length(password_hash) BETWEEN 1 AND 500),
  is_active integer NOT NULL CHECK (is_active IN (0, 1)),
  created_at text NOT NULL CHECK (created_at IS strftime('%Y-%m-%dT%H:%M:%fZ', created_at))
) STRICT;

CREATE TABLE sessions (
  id integer PRIMARY KEY AUTOINCREMENT,
  token_hash text NOT NULL UNIQUE CHECK (length(token_hash) = 64),
  administrator_id integer NOT NULL REFERENCES administrators (id) ON DELETE CASCADE,
  created_at text NOT NULL CHECK (created_at IS strftime('%Y-%m-%dT%H:%M:%fZ', created_at)),
  last_used_at text NOT NULL CHECK (last_used_at IS strftime('%Y-%m-%dT%H:%M:%fZ', last_used_at)),
  expires_at text NOT NULL CHECK (expires_at IS strftime('%Y-%m-%dT%H:%M:%fZ', expires_at)),
  revoked_at text CHECK (revoked_at IS strftime('%Y-%m-%dT%H:%M:%fZ', revoked_at))
) STRICT;

CREATE TABLE throttles (
  key text NOT NULL PRIMARY KEY CHECK (length(key) BETWEEN 1 AND 200),
  failures integer NOT NULL CHECK (failures >= 0),
  last_failure_at text NOT NULL CHECK (last_failure_at IS strftime('%Y-%m-%dT%H:%M:%fZ', last_failure_at)),
  blocked_until text CHECK (blocked_until IS strftime('%Y-%m-%dT%H:%M:%fZ', blocked_until))
) STRICT;

CREATE TABLE settings (
  key text NOT NULL PRIMARY KEY CHECK (length(key) BETWEEN 1 AND 100),
  value text NOT NULL,
  updated_at text NOT NULL CHECK (updated_at IS strftime('%Y-%m-%dT%H:%M:%fZ', updated_at))
) STRICT;

CREATE TABLE secrets (
  name text NOT NULL PRIMARY KEY CHECK (length(name) BETWEEN 1 AND 100),
  value text NOT NULL,
  created_at text NOT NULL CHECK (created_at IS strftime('%Y-%m-%dT%H:%M:%fZ', created_at))
) STRICT;

-- What was done stays when its administrator goes.
CREATE TABLE audit (
  id integer PRIMARY KEY AUTOINCREMENT,
  at text NOT NULL CHECK (at IS strftime('%Y-%m-%dT%H:%M:%fZ', at)),
  administrator_id integer REFERENCES administrators (id) ON DELETE SET NULL,
  action text NOT NULL CHECK (length(action) BETWEEN 1 AND 100),
  entity_id integer,
  detail text NOT NULL
) STRICT;

CREATE TABLE uploads (
  id integer PRIMARY KEY AUTOINCREMENT,
  url text NOT NULL UNIQUE CHECK (length(url) BETWEEN 1 AND 2000),
  purpose text NOT NULL CHECK (purpose IN ('events', 'articles', 'members')),
  width integer NOT NULL CHECK (width >= 1),
  height integer NOT NULL CHECK (height >= 1),
  color text NOT NULL CHECK (color GLOB '#[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'),
  bytes integer NOT NULL CHECK (bytes >= 1),
  variants text NOT NULL,
  created_at text NOT NULL CHECK (created_at IS strftime('%Y-%m-%dT%H:%M:%fZ', created_at)),
  administrator_id integer REFERENCES administrators (id) ON DELETE SET NULL
) STRICT;

CREATE TABLE subscribers (
  id integer PRIMARY KEY AUTOINCREMENT,
  email text NOT NULL CHECK (length(email) BETWEEN 3 AND 254),
  email_key text NOT NULL UNIQUE CHECK (length(email_key) BETWEEN 3 AND 254),
  state text NOT NULL CHECK (state IN ('pending', 'confirmed', 'unsubscribed', 'suppressed')),
  created_at text NOT NULL CHECK (created_at IS strftime('%Y-%m-%dT%H:%M:%fZ', created_at)),
  confirmed_at text CHECK (confirmed_at IS strftime('%Y-%m-%dT%H:%M:%fZ', confirmed_at)),
  unsubscribed_at text CHECK (unsubscribed_at IS strftime('%Y-%m-%dT%H:%M:%fZ', unsubscribed_at)),
  last_mail_at text CHECK (last_mail_at IS strftime('%Y-%m-%dT%H:%M:%fZ', last_mail_at))
) STRICT;

CREATE TABLE confirmations (
  token_hash text NOT NULL PRIMARY KEY CHECK (length(token_hash) = 64),
  subscriber_id integer NOT NULL REFERENCES subscribers (id) ON DELETE CASCADE,
  created_at text NOT NULL CHECK (created_at IS strftime('%Y-%m-%dT%H:%M:%fZ', created_at)),
  expires_at text NOT NULL CHECK (expires_at IS strftime('%Y-%m-%dT%H:%M:%fZ', expires_at)),
  used_at text CHECK (used_at IS strftime('%Y-%m-%dT%H:%M:%fZ', used_at))
) STRICT;

-- An article that was sent cannot vanish beneath its ledger: it goes to the bin (deleted_at).
CREATE TABLE issues (
  id integer PRIMARY KEY AUTOINCREMENT,
  article_id integer NOT NULL UNIQUE REFERENCES articles (id) ON DELETE RESTRICT,
  subject text NOT NULL CHECK (length(subject) BETWEEN 1 AND 500),
  html text NOT NULL,
  text text NOT NULL,
  created_at text NOT NULL CHECK (created_at IS strftime('%Y-%m-%dT%H:%M:%fZ', created_at)),
  updated_at text NOT NULL CHECK (updated_at IS strftime('%Y-%m-%dT%H:%M:%fZ', updated_at)),
  state text NOT NULL CHECK (state IN ('sending', 'paused', 'cancelled', 'done')),
  pause_reason text
) STRICT;

-- One row per subscriber and article, ever: a second send queues it again only where it failed or was skipped.
CREATE TABLE deliveries (
  id integer PRIMARY KEY AUTOINCREMENT,
  issue_id integer NOT NULL REFERENCES issues (id) ON DELETE RESTRICT,
  article_id integer NOT NULL REFERENCES articles (id) ON DELETE RESTRICT,
  subscriber_id integer NOT NULL REFERENCES subscribers (id) ON DELETE CASCADE,
  state text NOT NULL CHECK (state IN ('queued', 'sending', 'sent', 'retry', 'failed', 'unknown', 'skipped')),
  attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  lease_owner text,
  lease_until text CHECK (lease_until IS strftime('%Y-%m-%dT%H:%M:%fZ', lease_until)),
  next_attempt_at text NOT NULL CHECK (next_attempt_at IS strftime('%Y-%m-%dT%H:%M:%fZ', next_attempt_at)),
  smtp_code integer,
  smtp_answer text,
  message_id text NOT NULL UNIQUE CHECK (length(message_id) BETWEEN 1 AND 500),
  created_at text NOT NULL CHECK (created_at IS strftime('%Y-%m-%dT%H:%M:%fZ', created_at)),
  sent_at text CHECK (sent_at IS strftime('%Y-%m-%dT%H:%M:%fZ', sent_at)),
  UNIQUE (article_id, subscriber_id)
) STRICT;

CREATE TABLE letters (
  id integer PRIMARY KEY AUTOINCREMENT,
  kind text NOT NULL CHECK (kind IN ('confirm', 'already-subscribed', 'unsubscribed-notice')),
  subscriber_id integer NOT NULL REFERENCES subscribers (id) ON DELETE CASCADE,
  state text NOT NULL CHECK (state IN ('queued', 'sending', 'sent', 'retry', 'failed')),
  attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  lease_owner text,
  lease_until text CHECK (lease_until IS strftime('%Y-%m-%dT%H:%M:%fZ', lease_until)),
  next_attempt_at text NOT NULL CHECK (next_attempt_at IS strftime('%Y-%m-%dT%H:%M:%fZ', next_attempt_at)),
  smtp_code integer,
  smtp_answer text,
  message_id text NOT NULL UNIQUE CHECK (length(message_id) BETWEEN 1 AND 500),
  created_at text NOT NULL CHECK (created_at IS strftime('%Y-%m-%dT%H:%M:%fZ', created_at)),
  sent_at text CHECK (sent_at IS strftime('%Y-%m-%dT%H:%M:%fZ', sent_at))
) STRICT;

CREATE INDEX articles_newest ON articles (is_published, published_at DESC, created_at DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX events_starts_at ON events (starts_at, id) WHERE deleted_at IS NULL;
CREATE INDEX members_active ON members (is_active, position, name, id) WHERE deleted_at IS NULL;
CREATE INDEX sessions_administrator ON sessions (administrator_id);
CREATE INDEX sessions_expires_at ON sessions (expires_at);
CREATE INDEX throttles_last_failure_at ON throttles (last_failure_at);
CREATE INDEX audit_at ON audit (at, id);
CREATE INDEX audit_administrator ON audit (administrator_id);
CREATE INDEX uploads_administrator ON uploads (administrator_id);
CREATE INDEX subscribers_state ON subscribers (state, id);
CREATE INDEX confirmations_subscriber ON confirmations (subscriber_id);
CREATE INDEX confirmations_expires_at ON confirmations (expires_at);
CREATE INDEX deliveries_claim ON deliveries (state, next_attempt_at, id);
CREATE INDEX deliveries_issue ON deliveries (issue_id, state);
CREATE INDEX deliveries_subscriber ON deliveries (subscriber_id);
CREATE INDEX letters_claim ON letters (state, next_attempt_at, id);
CREATE INDEX letters_subscriber ON letters (subscriber_id);
