-- Who has which form open, one row for each stream that says so; a row that nobody refreshes counts no more.
CREATE TABLE form_visits (
  id text NOT NULL PRIMARY KEY CHECK (length(id) BETWEEN 16 AND 64),
  administrator_id integer NOT NULL REFERENCES administrators (id) ON DELETE CASCADE,
  form text NOT NULL CHECK (length(form) BETWEEN 1 AND 60),
  seen_at text NOT NULL CHECK (seen_at IS strftime('%Y-%m-%dT%H:%M:%fZ', seen_at))
) STRICT;
CREATE INDEX form_visits_form ON form_visits (form, seen_at);
CREATE INDEX form_visits_administrator ON form_visits (administrator_id);
