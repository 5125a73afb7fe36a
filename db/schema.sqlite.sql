-- What db/migrations/sqlite adds up to, for reading. `npm run schema` writes it.

CREATE TABLE account_links (
  id integer PRIMARY KEY AUTOINCREMENT,
  token_hash text NOT NULL UNIQUE CHECK (length(token_hash) = 64),
  purpose text NOT NULL CHECK (purpose IN ('join', 'reset', 'factor')),
  username text CHECK (length(username) BETWEEN 1 AND 50),
  email text CHECK (length(email) BETWEEN 3 AND 254),
  email_key text CHECK (length(email_key) BETWEEN 3 AND 254),
  administrator_id integer REFERENCES administrators (id) ON DELETE CASCADE,
  created_by integer REFERENCES administrators (id) ON DELETE CASCADE,
  created_at text NOT NULL CHECK (created_at IS strftime('%Y-%m-%dT%H:%M:%fZ', created_at)),
  expires_at text NOT NULL CHECK (expires_at IS strftime('%Y-%m-%dT%H:%M:%fZ', expires_at)),
  ended_at text CHECK (ended_at IS strftime('%Y-%m-%dT%H:%M:%fZ', ended_at)),
  CHECK ((purpose = 'join') = (email_key IS NOT NULL)),
  CHECK ((email_key IS NULL) = (email IS NULL)),
  CHECK ((purpose = 'join') = (administrator_id IS NULL))
) STRICT;
CREATE INDEX account_links_administrator ON account_links (administrator_id);
CREATE INDEX account_links_created_by ON account_links (created_by);
CREATE INDEX account_links_expires_at ON account_links (expires_at);

CREATE TABLE "administrators" (
  id integer PRIMARY KEY AUTOINCREMENT,
  username text NOT NULL CHECK (length(username) BETWEEN 1 AND 50),
  username_key text NOT NULL UNIQUE CHECK (length(username_key) BETWEEN 1 AND 50),
  email text NOT NULL CHECK (length(email) BETWEEN 3 AND 254),
  email_key text NOT NULL UNIQUE CHECK (length(email_key) BETWEEN 3 AND 254),
  password_hash text NOT NULL CHECK (length(password_hash) BETWEEN 1 AND 500),
  is_active integer NOT NULL CHECK (is_active IN (0, 1)),
  created_at text NOT NULL CHECK (created_at IS strftime('%Y-%m-%dT%H:%M:%fZ', created_at)),
  last_seen_at text CHECK (last_seen_at IS strftime('%Y-%m-%dT%H:%M:%fZ', last_seen_at))
, totp_secret text CHECK (length(totp_secret) = 32), totp_last_step integer CHECK (totp_last_step >= 0), totp_created_at text CHECK (totp_created_at IS strftime('%Y-%m-%dT%H:%M:%fZ', totp_created_at) AND (totp_created_at IS NULL) = (totp_secret IS NULL)), totp_last_used_at text CHECK (totp_last_used_at IS strftime('%Y-%m-%dT%H:%M:%fZ', totp_last_used_at))) STRICT;

CREATE VIRTUAL TABLE article_grams USING fts5vocab(article_search, row);

CREATE VIRTUAL TABLE article_search USING fts5(text, content='', contentless_delete=1, tokenize='trigram remove_diacritics 1');

CREATE TABLE "articles" (
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
  deleted_at text CHECK (deleted_at IS strftime('%Y-%m-%dT%H:%M:%fZ', deleted_at)),
  updated_by integer REFERENCES administrators (id) ON DELETE SET NULL,
  deleted_by integer REFERENCES administrators (id) ON DELETE SET NULL,
  words integer NOT NULL DEFAULT 0 CHECK (words >= 0),
  previews_withdrawn integer NOT NULL DEFAULT 0,
  rendered text,
  lang text CHECK (length(lang) BETWEEN 2 AND 35),
  image_focal_x integer CHECK (image_focal_x BETWEEN 0 AND 100),
  image_focal_y integer CHECK (image_focal_y BETWEEN 0 AND 100)
) STRICT;
CREATE INDEX articles_all_newest ON articles (coalesce(published_at, created_at) DESC, created_at DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX articles_bin ON articles (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX articles_deleted_by ON articles (deleted_by);
CREATE INDEX articles_newest ON articles (is_published, published_at DESC, created_at DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX articles_not_rendered ON articles (id) WHERE rendered IS NULL;
CREATE INDEX articles_updated_by ON articles (updated_by);
CREATE TRIGGER articles_delete_counts AFTER DELETE ON articles BEGIN UPDATE content_version SET version = version + 1; END;
CREATE TRIGGER articles_delete_searched AFTER DELETE ON articles BEGIN
  DELETE FROM search_queue WHERE kind = 'articles' AND id = old.id;
  DELETE FROM article_search WHERE rowid = old.id;
END;
CREATE TRIGGER articles_insert_counts AFTER INSERT ON articles BEGIN UPDATE content_version SET version = version + 1; END;
CREATE TRIGGER articles_insert_searched AFTER INSERT ON articles BEGIN
  INSERT INTO search_queue (kind, id) VALUES ('articles', new.id) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER articles_update_counts AFTER UPDATE ON articles BEGIN UPDATE content_version SET version = version + 1; END;
CREATE TRIGGER articles_update_rendered AFTER UPDATE OF content ON articles WHEN new.content IS NOT old.content BEGIN
  UPDATE articles SET rendered = NULL WHERE id = new.id;
END;
CREATE TRIGGER articles_update_searched AFTER UPDATE OF title, content_text ON articles
  WHEN old.title IS NOT new.title OR old.content_text IS NOT new.content_text BEGIN
  INSERT INTO search_queue (kind, id) VALUES ('articles', new.id) ON CONFLICT DO NOTHING;
END;

CREATE TABLE audit (
  id integer PRIMARY KEY AUTOINCREMENT,
  at text NOT NULL CHECK (at IS strftime('%Y-%m-%dT%H:%M:%fZ', at)),
  administrator_id integer REFERENCES administrators (id) ON DELETE SET NULL,
  action text NOT NULL CHECK (length(action) BETWEEN 1 AND 100),
  entity_id integer,
  detail text NOT NULL
) STRICT;
CREATE INDEX audit_administrator ON audit (administrator_id);
CREATE INDEX audit_at ON audit (at, id);
CREATE INDEX audit_entity ON audit (entity_id, id);

CREATE TABLE backup_runs (
  id integer PRIMARY KEY AUTOINCREMENT,
  kind text NOT NULL CHECK (kind IN ('backup', 'rehearsal')),
  reason text NOT NULL CHECK (reason IN ('nightly', 'asked')),
  state text NOT NULL CHECK (state IN ('asked', 'running', 'done', 'failed')),
  at text NOT NULL CHECK (at IS strftime('%Y-%m-%dT%H:%M:%fZ', at)),
  -- While it runs: the end of the lease of the worker that does it.
  lease_until text CHECK (lease_until IS strftime('%Y-%m-%dT%H:%M:%fZ', lease_until)),
  ended_at text CHECK (ended_at IS strftime('%Y-%m-%dT%H:%M:%fZ', ended_at)),
  file_name text CHECK (length(file_name) <= 200),
  bytes integer CHECK (bytes >= 0),
  articles integer CHECK (articles >= 0),
  pictures integer CHECK (pictures >= 0),
  error text CHECK (length(error) <= 1000),
  -- Of the second copy; null where it went well, or where there is none.
  copy_error text CHECK (length(copy_error) <= 1000),
  CHECK ((state = 'running') = (lease_until IS NOT NULL)),
  CHECK ((state IN ('done', 'failed')) = (ended_at IS NOT NULL)),
  CHECK ((state = 'failed') = (error IS NOT NULL))
) STRICT;
CREATE INDEX backup_runs_kind ON backup_runs (kind, id);
CREATE UNIQUE INDEX backup_runs_open ON backup_runs (kind, state) WHERE state IN ('asked', 'running');

CREATE TABLE bounces (
  id integer PRIMARY KEY AUTOINCREMENT,
  subscriber_id integer NOT NULL REFERENCES subscribers (id) ON DELETE CASCADE,
  at text NOT NULL CHECK (at IS strftime('%Y-%m-%dT%H:%M:%fZ', at)),
  kind text NOT NULL CHECK (kind IN ('hard', 'soft', 'complaint')),
  source text NOT NULL CHECK (source IN ('smtp', 'mailbox', 'webhook')),
  message_id text CHECK (length(message_id) <= 500),
  answer text NOT NULL CHECK (length(answer) <= 500),
  -- Suppressed the address: taken back when it turns out to have been the mail server's trouble.
  is_suppressing integer NOT NULL DEFAULT 0 CHECK (is_suppressing IN (0, 1))
, is_settled integer NOT NULL DEFAULT 1 CHECK (is_settled IN (0, 1))) STRICT;
CREATE INDEX bounces_message ON bounces (message_id);
CREATE INDEX bounces_subscriber ON bounces (subscriber_id, at);

CREATE TABLE committees (
  id integer PRIMARY KEY AUTOINCREMENT,
  label text NOT NULL CHECK (length(label) BETWEEN 1 AND 30),
  "from" text NOT NULL CHECK ("from" IS date("from")),
  "to" text NOT NULL CHECK ("to" IS date("to")),
  -- JSON: who held which position, in order.
  posts text NOT NULL DEFAULT '[]',
  -- JSON: what closing the year changed, to undo it, and the accounts that end; null for a year that was added by hand.
  closing text,
  image_url text CHECK (length(image_url) <= 2000),
  image_focal_x integer CHECK (image_focal_x BETWEEN 0 AND 100),
  image_focal_y integer CHECK (image_focal_y BETWEEN 0 AND 100),
  created_at text NOT NULL CHECK (created_at IS strftime('%Y-%m-%dT%H:%M:%fZ', created_at)),
  updated_at text NOT NULL CHECK (updated_at IS strftime('%Y-%m-%dT%H:%M:%fZ', updated_at)),
  version integer NOT NULL DEFAULT 1 CHECK (version >= 1),
  updated_by integer REFERENCES administrators (id) ON DELETE SET NULL,
  deleted_at text CHECK (deleted_at IS strftime('%Y-%m-%dT%H:%M:%fZ', deleted_at)),
  deleted_by integer REFERENCES administrators (id) ON DELETE SET NULL,
  CHECK ("from" <= "to")
) STRICT;
CREATE INDEX committees_bin ON committees (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX committees_deleted_by ON committees (deleted_by);
CREATE INDEX committees_updated_by ON committees (updated_by);
CREATE TRIGGER committees_delete_counts AFTER DELETE ON committees BEGIN UPDATE content_version SET version = version + 1; END;
CREATE TRIGGER committees_insert_counts AFTER INSERT ON committees BEGIN UPDATE content_version SET version = version + 1; END;
CREATE TRIGGER committees_update_counts AFTER UPDATE ON committees BEGIN UPDATE content_version SET version = version + 1; END;

CREATE TABLE confirmations (
  token_hash text NOT NULL PRIMARY KEY CHECK (length(token_hash) = 64),
  subscriber_id integer NOT NULL REFERENCES subscribers (id) ON DELETE CASCADE,
  created_at text NOT NULL CHECK (created_at IS strftime('%Y-%m-%dT%H:%M:%fZ', created_at)),
  expires_at text NOT NULL CHECK (expires_at IS strftime('%Y-%m-%dT%H:%M:%fZ', expires_at)),
  used_at text CHECK (used_at IS strftime('%Y-%m-%dT%H:%M:%fZ', used_at))
) STRICT;
CREATE INDEX confirmations_expires_at ON confirmations (expires_at);
CREATE INDEX confirmations_subscriber ON confirmations (subscriber_id);

CREATE TABLE content_version (
  id integer PRIMARY KEY CHECK (id = 1),
  version integer NOT NULL CHECK (version >= 0)
) STRICT;

CREATE TABLE "drafts" (
  administrator_id integer NOT NULL REFERENCES administrators (id) ON DELETE CASCADE,
  form text NOT NULL CHECK (length(form) BETWEEN 1 AND 80),
  at text NOT NULL CHECK (at IS strftime('%Y-%m-%dT%H:%M:%fZ', at)),
  -- Of the item that was edited.
  version integer CHECK (version >= 1),
  data text NOT NULL,
  PRIMARY KEY (administrator_id, form)
) STRICT;
CREATE INDEX drafts_form ON drafts (form);

CREATE TABLE "erased_deliveries" (
  issue_id integer NOT NULL REFERENCES issues (id) ON DELETE CASCADE,
  state text NOT NULL CHECK (state IN ('queued', 'sending', 'sent', 'retry', 'failed', 'unknown', 'skipped', 'kept')),
  count integer NOT NULL CHECK (count > 0),
  PRIMARY KEY (issue_id, state)
) STRICT;

CREATE TABLE erasing_clock (
  id integer PRIMARY KEY CHECK (id = 1),
  seen_at text NOT NULL CHECK (seen_at IS strftime('%Y-%m-%dT%H:%M:%fZ', seen_at)),
  waits_until text CHECK (waits_until IS strftime('%Y-%m-%dT%H:%M:%fZ', waits_until))
) STRICT;

CREATE VIRTUAL TABLE event_grams USING fts5vocab(event_search, row);

CREATE VIRTUAL TABLE event_search USING fts5(text, content='', contentless_delete=1, tokenize='trigram remove_diacritics 1');

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
  deleted_at text CHECK (deleted_at IS strftime('%Y-%m-%dT%H:%M:%fZ', deleted_at)),
  updated_by integer REFERENCES administrators (id) ON DELETE SET NULL,
  deleted_by integer REFERENCES administrators (id) ON DELETE SET NULL,
  image_focal_x integer CHECK (image_focal_x BETWEEN 0 AND 100),
  image_focal_y integer CHECK (image_focal_y BETWEEN 0 AND 100),
  end_date text CHECK (end_date IS NULL OR (end_date IS strftime('%Y-%m-%dT%H:%M:%S', end_date) AND end_date NOT LIKE '%T24%')),
  ends_at text CHECK (ends_at IS strftime('%Y-%m-%dT%H:%M:%fZ', ends_at)),
  is_all_day integer NOT NULL DEFAULT 0 CHECK (is_all_day IN (0, 1)),
  address text CHECK (length(address) BETWEEN 1 AND 200),
  online_url text CHECK (length(online_url) <= 2000 AND substr(online_url, 1, 8) = 'https://'),
  ticket_url text CHECK (length(ticket_url) <= 2000 AND substr(ticket_url, 1, 8) = 'https://'),
  cancelled_at text CHECK (cancelled_at IS strftime('%Y-%m-%dT%H:%M:%fZ', cancelled_at)),
  cancellation_note text CHECK (length(cancellation_note) BETWEEN 1 AND 300),
  series_id integer CHECK (series_id >= 1),
  has_signup integer NOT NULL DEFAULT 0 CHECK (has_signup IN (0, 1)),
  signup_opens_at text CHECK (signup_opens_at IS strftime('%Y-%m-%dT%H:%M:%fZ', signup_opens_at)),
  signup_closes_at text CHECK (signup_closes_at IS strftime('%Y-%m-%dT%H:%M:%fZ', signup_closes_at)),
  capacity integer CHECK (capacity BETWEEN 1 AND 100000),
  max_places integer NOT NULL DEFAULT 1 CHECK (max_places BETWEEN 1 AND 6),
  questions text NOT NULL DEFAULT '' CHECK (length(questions) <= 452)
, moves integer NOT NULL DEFAULT 0 CHECK (moves >= 0)) STRICT;
CREATE INDEX events_bin ON events (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX events_deleted_by ON events (deleted_by);
CREATE INDEX events_ends_at ON events (ends_at, starts_at) WHERE ends_at IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX events_over_at ON events (coalesce(ends_at, starts_at), id) WHERE deleted_at IS NULL;
CREATE INDEX events_series ON events (series_id, starts_at) WHERE series_id IS NOT NULL;
CREATE INDEX events_starts_at ON events (starts_at, id) WHERE deleted_at IS NULL;
CREATE INDEX events_updated_by ON events (updated_by);
CREATE TRIGGER events_delete_counts AFTER DELETE ON events BEGIN UPDATE content_version SET version = version + 1; END;
CREATE TRIGGER events_delete_searched AFTER DELETE ON events BEGIN
  DELETE FROM search_queue WHERE kind = 'events' AND id = old.id;
  DELETE FROM event_search WHERE rowid = old.id;
END;
CREATE TRIGGER events_insert_counts AFTER INSERT ON events BEGIN UPDATE content_version SET version = version + 1; END;
CREATE TRIGGER events_insert_searched AFTER INSERT ON events BEGIN
  INSERT INTO search_queue (kind, id) VALUES ('events', new.id) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER events_update_counts AFTER UPDATE ON events BEGIN UPDATE content_version SET version = version + 1; END;
CREATE TRIGGER events_update_searched AFTER UPDATE OF title, description ON events
  WHEN old.title IS NOT new.title OR old.description IS NOT new.description BEGIN
  INSERT INTO search_queue (kind, id) VALUES ('events', new.id) ON CONFLICT DO NOTHING;
END;

CREATE TABLE health_alerts (
  name text NOT NULL PRIMARY KEY CHECK (length(name) BETWEEN 1 AND 50),
  title text NOT NULL CHECK (length(title) BETWEEN 1 AND 100),
  began_at text NOT NULL CHECK (began_at IS strftime('%Y-%m-%dT%H:%M:%fZ', began_at)),
  told_at text CHECK (told_at IS strftime('%Y-%m-%dT%H:%M:%fZ', told_at))
) STRICT;

CREATE TABLE "idempotency_keys" (
  administrator_id integer NOT NULL REFERENCES administrators (id) ON DELETE CASCADE,
  kind text NOT NULL REFERENCES kinds (name),
  key text NOT NULL CHECK (length(key) = 36),
  entity_id integer,
  created_at text NOT NULL CHECK (created_at IS strftime('%Y-%m-%dT%H:%M:%fZ', created_at)),
  PRIMARY KEY (administrator_id, kind, key)
) STRICT;
CREATE INDEX idempotency_keys_created_at ON idempotency_keys (created_at);

CREATE TABLE imports (
  id integer PRIMARY KEY AUTOINCREMENT,
  file_name text NOT NULL CHECK (length(file_name) BETWEEN 1 AND 200),
  -- Its parts in the store; null once they are removed.
  file text CHECK (length(file) BETWEEN 1 AND 40),
  parts integer NOT NULL CHECK (parts >= 0),
  site text NOT NULL CHECK (length(site) <= 300),
  is_replacing integer NOT NULL DEFAULT 0 CHECK (is_replacing IN (0, 1)),
  state text NOT NULL CHECK (state IN ('reading', 'ready', 'importing', 'done', 'undoing', 'undone', 'failed', 'discarded')),
  administrator_id integer REFERENCES administrators (id) ON DELETE SET NULL,
  at text NOT NULL CHECK (at IS strftime('%Y-%m-%dT%H:%M:%fZ', at)),
  lease_until text CHECK (lease_until IS strftime('%Y-%m-%dT%H:%M:%fZ', lease_until)),
  attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  ended_at text CHECK (ended_at IS strftime('%Y-%m-%dT%H:%M:%fZ', ended_at)),
  done integer NOT NULL DEFAULT 0 CHECK (done >= 0),
  total integer NOT NULL DEFAULT 0 CHECK (total >= 0),
  error text,
  plan text,
  made text
) STRICT;
CREATE INDEX imports_administrator ON imports (administrator_id);
CREATE INDEX imports_open ON imports (id) WHERE state IN ('reading', 'importing', 'undoing');

CREATE TABLE "issues" (
  id integer PRIMARY KEY AUTOINCREMENT,
  kind text NOT NULL DEFAULT 'article' CHECK (kind IN ('article', 'digest', 'note')),
  article_id integer REFERENCES articles (id) ON DELETE RESTRICT,
  subject text NOT NULL CHECK (length(subject) BETWEEN 1 AND 500),
  html text NOT NULL,
  text text NOT NULL,
  -- The contents of a digest or note.
  content text NOT NULL DEFAULT '{}' CHECK (json_valid(content)),
  -- It has a page in the archive.
  is_archived integer NOT NULL DEFAULT 1 CHECK (is_archived IN (0, 1)),
  created_at text NOT NULL CHECK (created_at IS strftime('%Y-%m-%dT%H:%M:%fZ', created_at)),
  updated_at text NOT NULL CHECK (updated_at IS strftime('%Y-%m-%dT%H:%M:%fZ', updated_at)),
  state text NOT NULL CHECK (state IN ('draft', 'sending', 'paused', 'cancelled', 'done')),
  pause_reason text,
  -- Set while the mail server refuses all its mails for reasons unrelated to subscribers.
  server_pause_since text CHECK (server_pause_since IS strftime('%Y-%m-%dT%H:%M:%fZ', server_pause_since)),
  server_pause_reason text CHECK (length(server_pause_reason) <= 1000),
  next_try_at text CHECK (next_try_at IS strftime('%Y-%m-%dT%H:%M:%fZ', next_try_at)),
  send_after text CHECK (send_after IS strftime('%Y-%m-%dT%H:%M:%fZ', send_after)), refusal_words text CHECK (length(refusal_words) <= 200), refusals integer NOT NULL DEFAULT 0 CHECK (refusals >= 0),
  CHECK ((kind = 'article') = (article_id IS NOT NULL)),
  CHECK (state <> 'draft' OR kind <> 'article'),
  CHECK ((server_pause_since IS NULL) = (next_try_at IS NULL))
) STRICT;
CREATE INDEX issues_article ON issues (article_id, id);
CREATE INDEX issues_state ON issues (state, id);
CREATE TRIGGER issues_delete_counts AFTER DELETE ON issues BEGIN UPDATE content_version SET version = version + 1; END;
CREATE TRIGGER issues_insert_counts AFTER INSERT ON issues BEGIN UPDATE content_version SET version = version + 1; END;
CREATE TRIGGER issues_text_stays BEFORE UPDATE OF subject, html, text ON issues
  WHEN OLD.state <> 'draft' AND (OLD.subject IS NOT NEW.subject OR OLD.html IS NOT NEW.html OR OLD.text IS NOT NEW.text)
  BEGIN SELECT RAISE(ABORT, 'the text of an issue never changes'); END;
CREATE TRIGGER issues_update_counts AFTER UPDATE OF state, send_after, is_archived ON issues
  BEGIN UPDATE content_version SET version = version + 1; END;

CREATE TABLE kinds (
  name text NOT NULL PRIMARY KEY CHECK (length(name) BETWEEN 1 AND 50)
) STRICT;

CREATE TABLE "mails" (
  id integer PRIMARY KEY AUTOINCREMENT,
  kind text NOT NULL CHECK (length(kind) BETWEEN 1 AND 50),
  dedupe_key text UNIQUE CHECK (length(dedupe_key) BETWEEN 1 AND 200),
  -- Of a newsletter; the article where it is about one.
  issue_id integer REFERENCES issues (id) ON DELETE RESTRICT,
  article_id integer REFERENCES articles (id) ON DELETE RESTRICT,
  -- A subscriber or guest who is erased takes their mails along.
  subscriber_id integer REFERENCES subscribers (id) ON DELETE CASCADE,
  registration_id integer REFERENCES registrations (id) ON DELETE CASCADE,
  recipient text CHECK (length(recipient) BETWEEN 3 AND 254),
  content text NOT NULL DEFAULT '{}' CHECK (json_valid(content)),
  state text NOT NULL CHECK (state IN ('queued', 'sending', 'sent', 'retry', 'failed', 'unknown', 'skipped', 'kept')),
  attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  lease_owner text,
  lease_until text CHECK (lease_until IS strftime('%Y-%m-%dT%H:%M:%fZ', lease_until)),
  next_attempt_at text NOT NULL CHECK (next_attempt_at IS strftime('%Y-%m-%dT%H:%M:%fZ', next_attempt_at)),
  smtp_code integer,
  smtp_answer text,
  message_id text UNIQUE CHECK (length(message_id) BETWEEN 1 AND 500),
  created_at text NOT NULL CHECK (created_at IS strftime('%Y-%m-%dT%H:%M:%fZ', created_at)),
  sent_at text CHECK (sent_at IS strftime('%Y-%m-%dT%H:%M:%fZ', sent_at)),
  earlier_outcome text, reported text CHECK (reported IN ('bounced', 'complaint')),
  UNIQUE (article_id, subscriber_id),
  CHECK ((subscriber_id IS NOT NULL) + (recipient IS NOT NULL) + (registration_id IS NOT NULL) = 1),
  CHECK ((kind = 'newsletter') = (issue_id IS NOT NULL)),
  CHECK (article_id IS NULL OR issue_id IS NOT NULL)
) STRICT;
CREATE INDEX mails_created_at ON mails (created_at) WHERE recipient IS NOT NULL;
CREATE INDEX mails_due ON mails (kind, next_attempt_at, id) WHERE issue_id IS NULL AND state IN ('queued', 'retry');
CREATE INDEX mails_issue ON mails (issue_id, state, next_attempt_at, id) WHERE issue_id IS NOT NULL;
CREATE INDEX mails_kept ON mails (article_id, subscriber_id) WHERE state = 'kept';
CREATE INDEX mails_leased ON mails (lease_until) WHERE lease_until IS NOT NULL;
CREATE UNIQUE INDEX mails_once ON mails (issue_id, subscriber_id) WHERE issue_id IS NOT NULL;
CREATE INDEX mails_registration ON mails (registration_id) WHERE registration_id IS NOT NULL;
CREATE INDEX mails_reported ON mails (issue_id, state, reported) WHERE reported IS NOT NULL;
CREATE INDEX mails_state ON mails (state, next_attempt_at, id) WHERE issue_id IS NULL;
CREATE INDEX mails_subscriber ON mails (subscriber_id);

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
  deleted_at text CHECK (deleted_at IS strftime('%Y-%m-%dT%H:%M:%fZ', deleted_at)),
  updated_by integer REFERENCES administrators (id) ON DELETE SET NULL,
  deleted_by integer REFERENCES administrators (id) ON DELETE SET NULL,
  image_focal_x integer CHECK (image_focal_x BETWEEN 0 AND 100),
  image_focal_y integer CHECK (image_focal_y BETWEEN 0 AND 100)
) STRICT;
CREATE INDEX members_active ON members (is_active, position, name, id) WHERE deleted_at IS NULL;
CREATE INDEX members_bin ON members (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX members_deleted_by ON members (deleted_by);
CREATE INDEX members_updated_by ON members (updated_by);
CREATE TRIGGER members_delete_counts AFTER DELETE ON members BEGIN UPDATE content_version SET version = version + 1; END;
CREATE TRIGGER members_insert_counts AFTER INSERT ON members BEGIN UPDATE content_version SET version = version + 1; END;
CREATE TRIGGER members_update_counts AFTER UPDATE ON members BEGIN UPDATE content_version SET version = version + 1; END;

CREATE TABLE migrations (number integer PRIMARY KEY, name text NOT NULL, checksum text NOT NULL, applied_at text NOT NULL) STRICT;

CREATE TABLE "pages" (
  id integer PRIMARY KEY AUTOINCREMENT,
  title text NOT NULL CHECK (length(title) BETWEEN 1 AND 100),
  address text NOT NULL CHECK (length(address) BETWEEN 1 AND 60),
  content text NOT NULL,
  place text NOT NULL CHECK (place IN ('menu', 'footer', 'none')),
  position integer NOT NULL DEFAULT 0 CHECK (position BETWEEN 0 AND 9999),
  is_published integer NOT NULL CHECK (is_published IN (0, 1)),
  image_url text CHECK (length(image_url) <= 2000),
  image_focal_x integer CHECK (image_focal_x BETWEEN 0 AND 100),
  image_focal_y integer CHECK (image_focal_y BETWEEN 0 AND 100),
  created_at text NOT NULL CHECK (created_at IS strftime('%Y-%m-%dT%H:%M:%fZ', created_at)),
  updated_at text NOT NULL CHECK (updated_at IS strftime('%Y-%m-%dT%H:%M:%fZ', updated_at)),
  version integer NOT NULL DEFAULT 1 CHECK (version >= 1),
  updated_by integer REFERENCES administrators (id) ON DELETE SET NULL,
  deleted_at text CHECK (deleted_at IS strftime('%Y-%m-%dT%H:%M:%fZ', deleted_at)),
  deleted_by integer REFERENCES administrators (id) ON DELETE SET NULL
) STRICT;
CREATE UNIQUE INDEX pages_address ON pages (address);
CREATE INDEX pages_bin ON pages (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX pages_deleted_by ON pages (deleted_by);
CREATE INDEX pages_updated_by ON pages (updated_by);
CREATE TRIGGER pages_delete_counts AFTER DELETE ON pages BEGIN UPDATE content_version SET version = version + 1; END;
CREATE TRIGGER pages_insert_counts AFTER INSERT ON pages BEGIN UPDATE content_version SET version = version + 1; END;
CREATE TRIGGER pages_update_counts AFTER UPDATE ON pages BEGIN UPDATE content_version SET version = version + 1; END;

CREATE TABLE passkeys (
  id integer PRIMARY KEY AUTOINCREMENT,
  administrator_id integer NOT NULL REFERENCES administrators (id) ON DELETE CASCADE,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 50),
  -- The domain that it works on (RP ID).
  domain text NOT NULL CHECK (length(domain) BETWEEN 1 AND 253),
  credential_id text NOT NULL UNIQUE CHECK (length(credential_id) BETWEEN 1 AND 1400),
  public_key text NOT NULL CHECK (length(public_key) BETWEEN 1 AND 4000),
  -- Of its signatures; 0 where it does not count.
  counter integer NOT NULL CHECK (counter >= 0),
  -- JSON: how a browser reaches it.
  transports text NOT NULL CHECK (json_valid(transports)),
  created_at text NOT NULL CHECK (created_at IS strftime('%Y-%m-%dT%H:%M:%fZ', created_at)),
  last_used_at text CHECK (last_used_at IS strftime('%Y-%m-%dT%H:%M:%fZ', last_used_at))
) STRICT;
CREATE INDEX passkeys_administrator ON passkeys (administrator_id);

CREATE TABLE picture_copies (
  -- As texts have it.
  address text NOT NULL PRIMARY KEY CHECK (length(address) BETWEEN 1 AND 2000),
  -- Of the copy; null until there is one.
  url text CHECK (length(url) BETWEEN 1 AND 2000),
  attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  -- Null when it is copied, or given up.
  next_attempt_at text CHECK (next_attempt_at IS strftime('%Y-%m-%dT%H:%M:%fZ', next_attempt_at)),
  CHECK (url IS NULL OR next_attempt_at IS NULL)
) STRICT;
CREATE INDEX picture_copies_due ON picture_copies (next_attempt_at) WHERE next_attempt_at IS NOT NULL;
CREATE TRIGGER picture_copies_delete_counts AFTER DELETE ON picture_copies BEGIN UPDATE content_version SET version = version + 1; END;
CREATE TRIGGER picture_copies_insert_counts AFTER INSERT ON picture_copies BEGIN UPDATE content_version SET version = version + 1; END;
CREATE TRIGGER picture_copies_update_counts AFTER UPDATE OF url ON picture_copies BEGIN UPDATE content_version SET version = version + 1; END;

CREATE TABLE recovery_codes (
  code_hash text PRIMARY KEY CHECK (length(code_hash) = 64),
  administrator_id integer NOT NULL REFERENCES administrators (id) ON DELETE CASCADE,
  created_at text NOT NULL CHECK (created_at IS strftime('%Y-%m-%dT%H:%M:%fZ', created_at)),
  used_at text CHECK (used_at IS strftime('%Y-%m-%dT%H:%M:%fZ', used_at))
) STRICT;
CREATE INDEX recovery_codes_administrator ON recovery_codes (administrator_id);

CREATE TABLE redirects (
  -- Decoded, in lower case, without a slash at the end: '/2019/05/first-post', '/blog?p=101'.
  path text NOT NULL PRIMARY KEY CHECK (length(path) BETWEEN 2 AND 500),
  kind text NOT NULL REFERENCES kinds (name),
  entity_id integer NOT NULL
) STRICT;
CREATE INDEX redirects_entity ON redirects (kind, entity_id);
CREATE TRIGGER redirects_delete_counts AFTER DELETE ON redirects BEGIN UPDATE content_version SET version = version + 1; END;
CREATE TRIGGER redirects_insert_counts AFTER INSERT ON redirects BEGIN UPDATE content_version SET version = version + 1; END;
CREATE TRIGGER redirects_update_counts AFTER UPDATE ON redirects BEGIN UPDATE content_version SET version = version + 1; END;

CREATE TABLE "registrations" (
  id integer PRIMARY KEY AUTOINCREMENT,
  event_id integer NOT NULL REFERENCES events (id) ON DELETE CASCADE,
  -- These three and the answers are gone once it is erased.
  name text CHECK (length(name) BETWEEN 1 AND 100),
  email text CHECK (length(email) BETWEEN 3 AND 254),
  email_key text CHECK (length(email_key) BETWEEN 3 AND 254),
  places integer NOT NULL CHECK (places BETWEEN 1 AND 6),
  state text NOT NULL CHECK (state IN ('pending', 'confirmed', 'waiting', 'cancelled')),
  cancelled_by text CHECK (cancelled_by IN ('guest', 'organiser')),
  answers text CHECK (answers IS NULL OR json_valid(answers)),
  asked_at text NOT NULL CHECK (asked_at IS strftime('%Y-%m-%dT%H:%M:%fZ', asked_at)),
  -- The order of the waiting list.
  confirmed_at text CHECK (confirmed_at IS strftime('%Y-%m-%dT%H:%M:%fZ', confirmed_at)),
  present_at text CHECK (present_at IS strftime('%Y-%m-%dT%H:%M:%fZ', present_at)),
  -- When an e-mail last told them when and where.
  told_at text CHECK (told_at IS strftime('%Y-%m-%dT%H:%M:%fZ', told_at)),
  -- Of their own entry in a calendar.
  sequence integer NOT NULL DEFAULT 0 CHECK (sequence >= 0),
  created_at text NOT NULL CHECK (created_at IS strftime('%Y-%m-%dT%H:%M:%fZ', created_at)),
  tapped_at text CHECK (tapped_at IS strftime('%Y-%m-%dT%H:%M:%fZ', tapped_at)),
  UNIQUE (event_id, email_key),
  CHECK ((name IS NULL) = (email_key IS NULL) AND (email IS NULL) = (email_key IS NULL)),
  CHECK (state NOT IN ('confirmed', 'waiting') OR confirmed_at IS NOT NULL),
  CHECK ((state = 'cancelled') = (cancelled_by IS NOT NULL))
) STRICT;
CREATE INDEX registrations_asked_at ON registrations (asked_at) WHERE state = 'pending';
CREATE INDEX registrations_email_key ON registrations (email_key) WHERE email_key IS NOT NULL;
CREATE INDEX registrations_line ON registrations (event_id, state, confirmed_at, id);

CREATE TABLE "remembered_addresses" (
  reason text NOT NULL CHECK (reason IN ('erased', 'welcomed', 'do-not-write')),
  address_hash text NOT NULL CHECK (length(address_hash) = 43),
  -- Null unless 'do-not-write'.
  remembered_at text CHECK (remembered_at IS strftime('%Y-%m-%dT%H:%M:%fZ', remembered_at)),
  PRIMARY KEY (reason, address_hash)
) STRICT;

CREATE TABLE "revisions" (
  id integer PRIMARY KEY AUTOINCREMENT,
  kind text NOT NULL REFERENCES kinds (name),
  entity_id integer NOT NULL CHECK (entity_id >= 0),
  version integer NOT NULL CHECK (version >= 1),
  at text NOT NULL CHECK (at IS strftime('%Y-%m-%dT%H:%M:%fZ', at)),
  administrator_id integer REFERENCES administrators (id) ON DELETE SET NULL,
  summary text NOT NULL CHECK (length(summary) BETWEEN 1 AND 1000),
  data text NOT NULL
) STRICT;
CREATE INDEX revisions_administrator ON revisions (administrator_id);
CREATE INDEX revisions_at ON revisions (at);
CREATE INDEX revisions_entity ON revisions (kind, entity_id, id);

CREATE TABLE "scheduled_publications" (
  id integer PRIMARY KEY AUTOINCREMENT,
  -- One of these two.
  article_id integer UNIQUE REFERENCES articles (id) ON DELETE CASCADE,
  issue_id integer UNIQUE REFERENCES issues (id) ON DELETE CASCADE,
  -- Wall time in the site's zone, and the instant that follows from it.
  publish_at text NOT NULL CHECK (publish_at IS strftime('%Y-%m-%dT%H:%M:%S', publish_at) AND publish_at NOT LIKE '%T24%'),
  due_at text NOT NULL CHECK (due_at IS strftime('%Y-%m-%dT%H:%M:%fZ', due_at)),
  has_newsletter integer NOT NULL CHECK (has_newsletter IN (0, 1)),
  -- 'published': it is live, and its newsletter has still to be sent. 'late', 'restored' and 'failed' wait for a person.
  state text NOT NULL CHECK (state IN ('scheduled', 'published', 'late', 'restored', 'failed')),
  administrator_id integer REFERENCES administrators (id) ON DELETE SET NULL,
  created_at text NOT NULL CHECK (created_at IS strftime('%Y-%m-%dT%H:%M:%fZ', created_at)),
  -- When the administrators were told that it waits for them.
  told_at text CHECK (told_at IS strftime('%Y-%m-%dT%H:%M:%fZ', told_at)),
  CHECK ((article_id IS NULL) <> (issue_id IS NULL))
) STRICT;
CREATE INDEX scheduled_publications_administrator ON scheduled_publications (administrator_id);
CREATE INDEX scheduled_publications_due_at ON scheduled_publications (due_at, id);

CREATE TABLE search_queue (
  kind text NOT NULL CHECK (kind IN ('articles', 'events')),
  id integer NOT NULL,
  PRIMARY KEY (kind, id)
) STRICT;

CREATE TABLE secrets (
  name text NOT NULL PRIMARY KEY CHECK (length(name) BETWEEN 1 AND 100),
  value text NOT NULL,
  created_at text NOT NULL CHECK (created_at IS strftime('%Y-%m-%dT%H:%M:%fZ', created_at))
) STRICT;

CREATE TABLE sessions (
  id integer PRIMARY KEY AUTOINCREMENT,
  token_hash text NOT NULL UNIQUE CHECK (length(token_hash) = 64),
  administrator_id integer NOT NULL REFERENCES administrators (id) ON DELETE CASCADE,
  created_at text NOT NULL CHECK (created_at IS strftime('%Y-%m-%dT%H:%M:%fZ', created_at)),
  last_used_at text NOT NULL CHECK (last_used_at IS strftime('%Y-%m-%dT%H:%M:%fZ', last_used_at)),
  expires_at text NOT NULL CHECK (expires_at IS strftime('%Y-%m-%dT%H:%M:%fZ', expires_at)),
  revoked_at text CHECK (revoked_at IS strftime('%Y-%m-%dT%H:%M:%fZ', revoked_at)),
  device text NOT NULL DEFAULT '' CHECK (length(device) <= 100),
  proved_at text CHECK (proved_at IS strftime('%Y-%m-%dT%H:%M:%fZ', proved_at))
) STRICT;
CREATE INDEX sessions_administrator ON sessions (administrator_id);
CREATE INDEX sessions_expires_at ON sessions (expires_at);

CREATE TABLE settings (
  key text NOT NULL PRIMARY KEY CHECK (length(key) BETWEEN 1 AND 100),
  value text NOT NULL,
  updated_at text NOT NULL CHECK (updated_at IS strftime('%Y-%m-%dT%H:%M:%fZ', updated_at))
) STRICT;
CREATE TRIGGER settings_delete_counts AFTER DELETE ON settings BEGIN UPDATE content_version SET version = version + 1; END;
CREATE TRIGGER settings_insert_counts AFTER INSERT ON settings BEGIN UPDATE content_version SET version = version + 1; END;
CREATE TRIGGER settings_update_counts AFTER UPDATE ON settings BEGIN UPDATE content_version SET version = version + 1; END;

CREATE TABLE subscribers (
  id integer PRIMARY KEY AUTOINCREMENT,
  email text NOT NULL CHECK (length(email) BETWEEN 3 AND 254),
  email_key text NOT NULL UNIQUE CHECK (length(email_key) BETWEEN 3 AND 254),
  state text NOT NULL CHECK (state IN ('pending', 'confirmed', 'unsubscribed', 'suppressed')),
  created_at text NOT NULL CHECK (created_at IS strftime('%Y-%m-%dT%H:%M:%fZ', created_at)),
  confirmed_at text CHECK (confirmed_at IS strftime('%Y-%m-%dT%H:%M:%fZ', confirmed_at)),
  unsubscribed_at text CHECK (unsubscribed_at IS strftime('%Y-%m-%dT%H:%M:%fZ', unsubscribed_at)),
  last_mail_at text CHECK (last_mail_at IS strftime('%Y-%m-%dT%H:%M:%fZ', last_mail_at)),
  suppressed_at text CHECK (suppressed_at IS strftime('%Y-%m-%dT%H:%M:%fZ', suppressed_at)),
  suppressed_because text CHECK (length(suppressed_because) <= 500)
, doubted_at text CHECK (doubted_at IS strftime('%Y-%m-%dT%H:%M:%fZ', doubted_at)), doubted_because text CHECK (length(doubted_because) <= 500), wish text NOT NULL DEFAULT 'each' CHECK (wish IN ('each', 'digest', 'none'))) STRICT;
CREATE INDEX subscribers_confirmed_at ON subscribers (confirmed_at) WHERE confirmed_at IS NOT NULL;
CREATE INDEX subscribers_doubted ON subscribers (doubted_at, id) WHERE doubted_at IS NOT NULL;
CREATE INDEX subscribers_left ON subscribers (unsubscribed_at) WHERE unsubscribed_at IS NOT NULL;
CREATE INDEX subscribers_state ON subscribers (state, id);
CREATE INDEX subscribers_suppressed_at ON subscribers (suppressed_at) WHERE suppressed_at IS NOT NULL;

CREATE TABLE throttles (
  key text NOT NULL PRIMARY KEY CHECK (length(key) BETWEEN 1 AND 200),
  failures integer NOT NULL CHECK (failures >= 0),
  last_failure_at text NOT NULL CHECK (last_failure_at IS strftime('%Y-%m-%dT%H:%M:%fZ', last_failure_at)),
  blocked_until text CHECK (blocked_until IS strftime('%Y-%m-%dT%H:%M:%fZ', blocked_until))
) STRICT;
CREATE INDEX throttles_last_failure_at ON throttles (last_failure_at);

CREATE TABLE "uploads" (
  id integer PRIMARY KEY AUTOINCREMENT,
  url text NOT NULL UNIQUE CHECK (length(url) BETWEEN 1 AND 2000),
  purpose text NOT NULL REFERENCES kinds (name),
  width integer NOT NULL CHECK (width >= 1),
  height integer NOT NULL CHECK (height >= 1),
  color text NOT NULL CHECK (color GLOB '#[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'),
  bytes integer NOT NULL CHECK (bytes >= 1),
  variants text NOT NULL,
  created_at text NOT NULL CHECK (created_at IS strftime('%Y-%m-%dT%H:%M:%fZ', created_at)),
  administrator_id integer REFERENCES administrators (id) ON DELETE SET NULL,
  -- Set when nothing mentions the picture any more: its files go as soon as the store lets them, and then the row.
  removed_at text CHECK (removed_at IS strftime('%Y-%m-%dT%H:%M:%fZ', removed_at)),
  file_name text CHECK (length(file_name) BETWEEN 1 AND 200)
) STRICT;
CREATE INDEX uploads_administrator ON uploads (administrator_id);
CREATE INDEX uploads_newest ON uploads (created_at, id);
CREATE INDEX uploads_removed ON uploads (removed_at) WHERE removed_at IS NOT NULL;
CREATE INDEX uploads_same ON uploads (file_name, bytes);
CREATE TRIGGER uploads_delete_counts AFTER DELETE ON uploads BEGIN UPDATE content_version SET version = version + 1; END;
CREATE TRIGGER uploads_insert_counts AFTER INSERT ON uploads BEGIN UPDATE content_version SET version = version + 1; END;
CREATE TRIGGER uploads_update_counts AFTER UPDATE ON uploads BEGIN UPDATE content_version SET version = version + 1; END;
