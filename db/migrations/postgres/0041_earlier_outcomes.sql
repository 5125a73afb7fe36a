-- JSON: which issue it belonged to and how it had ended before a send put it back into the queue. Undo of that send puts it back; a worker empties it.
ALTER TABLE deliveries ADD COLUMN earlier_outcome text;
