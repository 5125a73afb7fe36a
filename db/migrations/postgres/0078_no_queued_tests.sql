-- Tests of a newsletter are sent at once, and no longer queued.
DELETE FROM mails WHERE kind = 'newsletter-test' AND state IN ('queued', 'retry');
