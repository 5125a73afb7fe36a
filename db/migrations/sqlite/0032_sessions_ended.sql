-- When all sessions of an account were ended last: what an outage signed before is refused.
ALTER TABLE administrators ADD COLUMN sessions_ended_at text
  CHECK (sessions_ended_at IS strftime('%Y-%m-%dT%H:%M:%fZ', sessions_ended_at));
