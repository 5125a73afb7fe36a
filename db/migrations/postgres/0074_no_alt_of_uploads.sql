-- The alt text stands where a picture is shown; nothing has written this one since the library has no screen.
ALTER TABLE uploads DROP COLUMN alt;
