-- When an event ends: as typed, and the instant that it stands for. Of an event for whole days `end_date` is the last day, and
-- `ends_at`, which it always has, the instant at which the next day begins.
ALTER TABLE events ADD COLUMN end_date text CHECK (end_date ~ '^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d$');
ALTER TABLE events ADD COLUMN ends_at timestamptz(3);
ALTER TABLE events ADD COLUMN is_all_day boolean NOT NULL DEFAULT false;

ALTER TABLE events ADD COLUMN address text CHECK (utf16_length(address) BETWEEN 1 AND 200);
ALTER TABLE events ADD COLUMN online_url text CHECK (utf16_length(online_url) <= 2000 AND substr(online_url, 1, 8) = 'https://');
ALTER TABLE events ADD COLUMN ticket_url text CHECK (utf16_length(ticket_url) <= 2000 AND substr(ticket_url, 1, 8) = 'https://');

ALTER TABLE events ADD COLUMN cancelled_at timestamptz(3);
ALTER TABLE events ADD COLUMN cancellation_note text CHECK (utf16_length(cancellation_note) BETWEEN 1 AND 300);

-- The event that the others of its series repeat; it may be gone.
ALTER TABLE events ADD COLUMN series_id bigint CHECK (series_id >= 1);
CREATE INDEX events_series ON events (series_id, starts_at) WHERE series_id IS NOT NULL;

-- An event is past once this lies before now. Rows of an earlier release have it too.
CREATE INDEX events_over_at ON events (coalesce(ends_at, starts_at), id) WHERE deleted_at IS NULL;
-- What goes on now.
CREATE INDEX events_ends_at ON events (ends_at, starts_at) WHERE ends_at IS NOT NULL AND deleted_at IS NULL;
