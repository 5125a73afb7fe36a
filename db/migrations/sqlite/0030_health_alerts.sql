-- What is bad with the site since when, and when its administrators were told. A row goes when it is well again.
CREATE TABLE health_alerts (
  name text NOT NULL PRIMARY KEY CHECK (length(name) BETWEEN 1 AND 50),
  title text NOT NULL CHECK (length(title) BETWEEN 1 AND 100),
  began_at text NOT NULL CHECK (began_at IS strftime('%Y-%m-%dT%H:%M:%fZ', began_at)),
  told_at text CHECK (told_at IS strftime('%Y-%m-%dT%H:%M:%fZ', told_at))
) STRICT;
