-- An account has one authenticator app at most.
ALTER TABLE administrators ADD COLUMN totp_secret text CHECK (length(totp_secret) = 32);
-- Of RFC 6238: a code counts once, and none of before it.
ALTER TABLE administrators ADD COLUMN totp_last_step integer CHECK (totp_last_step >= 0);
ALTER TABLE administrators ADD COLUMN totp_created_at text CHECK (totp_created_at IS strftime('%Y-%m-%dT%H:%M:%fZ', totp_created_at) AND (totp_created_at IS NULL) = (totp_secret IS NULL));
ALTER TABLE administrators ADD COLUMN totp_last_used_at text CHECK (totp_last_used_at IS strftime('%Y-%m-%dT%H:%M:%fZ', totp_last_used_at));
UPDATE administrators SET
  totp_secret = app.secret,
  totp_last_step = app.last_step,
  totp_created_at = app.created_at,
  totp_last_used_at = app.last_used_at
FROM authenticator_apps AS app WHERE app.administrator_id = administrators.id;
DROP TABLE authenticator_apps;
