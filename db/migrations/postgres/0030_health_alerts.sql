-- What is bad with the site since when, and when its administrators were told. A row goes when it is well again.
CREATE TABLE health_alerts (
  name text NOT NULL PRIMARY KEY CHECK (utf16_length(name) BETWEEN 1 AND 50),
  title text NOT NULL CHECK (utf16_length(title) BETWEEN 1 AND 100),
  began_at timestamptz(3) NOT NULL,
  told_at timestamptz(3)
);
