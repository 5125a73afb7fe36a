-- Mails that were only kept are not sent ones, the text of an issue never changes, and what became of its mails is counted quickly.

UPDATE deliveries SET state = 'kept', sent_at = NULL, smtp_code = NULL
  WHERE state = 'sent' AND smtp_answer LIKE 'kept in the outbox as %';
UPDATE letters SET state = 'kept', sent_at = NULL, smtp_code = NULL
  WHERE state = 'sent' AND smtp_answer LIKE 'kept in the outbox as %';
CREATE INDEX deliveries_kept ON deliveries (article_id, subscriber_id) WHERE state = 'kept';

CREATE TRIGGER issues_text_stays BEFORE UPDATE OF subject, html, text ON issues
  WHEN OLD.subject IS NOT NEW.subject OR OLD.html IS NOT NEW.html OR OLD.text IS NOT NEW.text
  BEGIN SELECT RAISE(ABORT, 'the text of an issue never changes'); END;

-- What is known of the mails in `count` when their reader is erased.
ALTER TABLE erased_deliveries ADD COLUMN hard_bounces integer NOT NULL DEFAULT 0 CHECK (hard_bounces >= 0);
ALTER TABLE erased_deliveries ADD COLUMN soft_bounces integer NOT NULL DEFAULT 0 CHECK (soft_bounces >= 0);
ALTER TABLE erased_deliveries ADD COLUMN complaints integer NOT NULL DEFAULT 0 CHECK (complaints >= 0);
ALTER TABLE erased_deliveries ADD COLUMN left_after integer NOT NULL DEFAULT 0 CHECK (left_after >= 0);

CREATE INDEX subscribers_left ON subscribers (unsubscribed_at) WHERE unsubscribed_at IS NOT NULL;
