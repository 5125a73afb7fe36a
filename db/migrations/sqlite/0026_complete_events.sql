-- When an event ends: as typed, and the instant that it stands for. Of an event for whole days `end_date` is the last day, and
-- `ends_at`, which it always has, the instant at which the next day begins.
ALTER TABLE events ADD COLUMN end_date text CHECK (end_date IS NULL OR (end_date IS strftime('%Y-%m-%dT%H:%M:%S', end_date) AND end_date NOT LIKE '%T24%'));
ALTER TABLE events ADD COLUMN ends_at text CHECK (ends_at IS strftime('%Y-%m-%dT%H:%M:%fZ', ends_at));
ALTER TABLE events ADD COLUMN is_all_day integer NOT NULL DEFAULT 0 CHECK (is_all_day IN (0, 1));

ALTER TABLE events ADD COLUMN address text CHECK (length(address) BETWEEN 1 AND 200);
ALTER TABLE events ADD COLUMN online_url text CHECK (length(online_url) <= 2000 AND substr(online_url, 1, 8) = 'https://');
ALTER TABLE events ADD COLUMN ticket_url text CHECK (length(ticket_url) <= 2000 AND substr(ticket_url, 1, 8) = 'https://');

ALTER TABLE events ADD COLUMN cancelled_at text CHECK (cancelled_at IS strftime('%Y-%m-%dT%H:%M:%fZ', cancelled_at));
ALTER TABLE events ADD COLUMN cancellation_note text CHECK (length(cancellation_note) BETWEEN 1 AND 300);

-- The event that the others of its series repeat; it may be gone.
ALTER TABLE events ADD COLUMN series_id integer CHECK (series_id >= 1);
CREATE INDEX events_series ON events (series_id, starts_at) WHERE series_id IS NOT NULL;

-- An event is past once this lies before now. Rows of an earlier release have it too.
CREATE INDEX events_over_at ON events (coalesce(ends_at, starts_at), id) WHERE deleted_at IS NULL;
-- What goes on now.
CREATE INDEX events_ends_at ON events (ends_at, starts_at) WHERE ends_at IS NOT NULL AND deleted_at IS NULL;
