-- For PostgreSQL only: see there.
SELECT 1;
