-- The columns of a pause by the mail server are called so.
ALTER TABLE issues RENAME COLUMN held_since TO server_pause_since;
ALTER TABLE issues RENAME COLUMN hold_reason TO server_pause_reason;
ALTER TABLE issues RENAME COLUMN next_probe_at TO next_try_at;
ALTER TABLE issues RENAME CONSTRAINT issues_hold_reason_check TO issues_server_pause_reason_check;
