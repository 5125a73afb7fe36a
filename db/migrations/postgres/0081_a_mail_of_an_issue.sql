-- Finds a subscriber's mail by its issue, whatever the issue is about.
DROP INDEX mails_once;
CREATE UNIQUE INDEX mails_once ON mails (issue_id, subscriber_id) WHERE issue_id IS NOT NULL;
