-- When the last tap of check-in was made, whatever it said.
ALTER TABLE registrations ADD COLUMN tapped_at text CHECK (tapped_at IS strftime('%Y-%m-%dT%H:%M:%fZ', tapped_at));

-- How often another time zone has moved an event: calendars count it beside the saves.
ALTER TABLE events ADD COLUMN moves integer NOT NULL DEFAULT 0 CHECK (moves >= 0);
