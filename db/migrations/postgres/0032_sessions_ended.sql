-- When all sessions of an account were ended last: what an outage signed before is refused.
ALTER TABLE administrators ADD COLUMN sessions_ended_at timestamptz(3);
