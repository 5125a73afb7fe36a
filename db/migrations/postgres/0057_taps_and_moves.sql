-- When the last tap of check-in was made, whatever it said.
ALTER TABLE registrations ADD COLUMN tapped_at timestamp(3) with time zone;

-- How often another time zone has moved an event: calendars count it beside the saves.
ALTER TABLE events ADD COLUMN moves integer NOT NULL DEFAULT 0 CHECK (moves >= 0);
