-- No session is signed while nothing can be saved, and SITE_URL is asked without a key.
ALTER TABLE administrators DROP COLUMN sessions_ended_at;
DELETE FROM secrets WHERE name IN ('unwritten sessions', 'site-probe');

-- From when on what is old may be erased, after the clock has jumped.
ALTER TABLE retention_clock DROP COLUMN wait_ms;
ALTER TABLE retention_clock ADD COLUMN waits_until timestamptz(3);
