-- What a subscriber wants: each article, digests alone, or nothing while the address stays on the list.
ALTER TABLE subscribers ADD COLUMN wish text NOT NULL DEFAULT 'each' CHECK (wish IN ('each', 'digest', 'none'));
