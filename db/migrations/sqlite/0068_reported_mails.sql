-- A mail says itself what was reported of it.
ALTER TABLE mails ADD COLUMN reported text CHECK (reported IN ('bounced', 'complaint'));

UPDATE mails SET
  reported = 'bounced',
  smtp_answer = (
    SELECT answer FROM bounces
    WHERE bounces.message_id = mails.message_id AND source <> 'smtp' AND kind <> 'complaint'
    ORDER BY kind, id LIMIT 1
  )
WHERE issue_id IS NOT NULL AND state IN ('sent', 'unknown')
  AND message_id IN (SELECT message_id FROM bounces WHERE source <> 'smtp' AND kind <> 'complaint');

UPDATE mails SET
  reported = 'complaint',
  smtp_answer = (
    SELECT answer FROM bounces
    WHERE bounces.message_id = mails.message_id AND source <> 'smtp' AND kind = 'complaint'
    ORDER BY id LIMIT 1
  )
WHERE issue_id IS NOT NULL AND state IN ('sent', 'unknown')
  AND message_id IN (SELECT message_id FROM bounces WHERE source <> 'smtp' AND kind = 'complaint');

CREATE INDEX mails_reported ON mails (issue_id, state, reported) WHERE reported IS NOT NULL;
