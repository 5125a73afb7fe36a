-- The contents of an ended copy that its last writer knew: a browser that never got the answer knows by them that all it has was saved.
ALTER TABLE ended_copies ADD COLUMN stamps text NOT NULL DEFAULT '[]' CHECK (stamps LIKE '[%]');
