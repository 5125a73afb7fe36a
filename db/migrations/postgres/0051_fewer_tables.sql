ALTER TABLE administrators DROP COLUMN sessions_ended_at;

-- `rendered` has the colours as well.
DROP TRIGGER articles_update_highlighted ON articles;
DROP FUNCTION forget_old_colours();
ALTER TABLE articles DROP COLUMN highlighted;

-- A revision holds its whole text.
UPDATE revisions
SET data = left(data, -1) || CASE WHEN data = '{}' THEN '' ELSE ',' END || '"content":' || to_json(content)::text || '}'
FROM revision_contents WHERE revision_contents.hash = revisions.content_hash;
ALTER TABLE revisions DROP COLUMN content_hash;
DROP TABLE revision_contents;

-- A code that was used is counted with the failures.
DROP TABLE used_challenges;

-- Whoever came back and waits for an administrator.
ALTER TABLE subscribers ADD COLUMN doubted_at timestamptz(3);
ALTER TABLE subscribers ADD COLUMN doubted_because text CHECK (utf16_length(doubted_because) <= 500);
UPDATE subscribers SET doubted_at = pending.at, doubted_because = pending.because
FROM pending_suppressions AS pending WHERE pending.subscriber_id = subscribers.id;
DROP TABLE pending_suppressions;
CREATE INDEX subscribers_doubted ON subscribers (doubted_at, id) WHERE doubted_at IS NOT NULL;

-- They are counted when somebody asks.
DROP TRIGGER subscribers_delete_counts ON subscribers;
DROP TRIGGER subscribers_insert_counts ON subscribers;
DROP TRIGGER subscribers_update_counts ON subscribers;
DROP FUNCTION count_subscribers();
DROP TABLE subscriber_counts;
