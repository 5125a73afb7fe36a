-- What somebody who had left was like, as JSON, while whoever asks with their address again has not confirmed.
ALTER TABLE registrations ADD COLUMN former text CHECK (former IS NULL OR (state = 'pending' AND former::json IS NOT NULL));
UPDATE registrations SET former = '{"state":"cancelled","cancelledBy":"guest"}' WHERE state = 'pending' AND confirmed_at IS NOT NULL;
