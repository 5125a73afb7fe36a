-- While it is being sent: until then no mail of it leaves, and it can be taken back. Whoever ends the wait empties it.
ALTER TABLE issues ADD COLUMN send_after text CHECK (send_after IS strftime('%Y-%m-%dT%H:%M:%fZ', send_after));
