-- While it is being sent: until then no mail of it leaves, and it can be taken back. Whoever ends the wait empties it.
ALTER TABLE issues ADD COLUMN send_after timestamptz;
