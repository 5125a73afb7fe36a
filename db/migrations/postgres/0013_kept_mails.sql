-- Mails that were only kept are not sent ones, the text of an issue never changes, and what became of its mails is counted quickly.

UPDATE deliveries SET state = 'kept', sent_at = NULL, smtp_code = NULL
  WHERE state = 'sent' AND smtp_answer LIKE 'kept in the outbox as %';
UPDATE letters SET state = 'kept', sent_at = NULL, smtp_code = NULL
  WHERE state = 'sent' AND smtp_answer LIKE 'kept in the outbox as %';
CREATE INDEX deliveries_kept ON deliveries (article_id, subscriber_id) WHERE state = 'kept';

CREATE FUNCTION refuse_new_text() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the text of an issue never changes' USING ERRCODE = 'restrict_violation';
END
$$;

CREATE TRIGGER issues_text_stays BEFORE UPDATE OF subject, html, text ON issues FOR EACH ROW
  WHEN (OLD.subject IS DISTINCT FROM NEW.subject OR OLD.html IS DISTINCT FROM NEW.html
    OR OLD.text IS DISTINCT FROM NEW.text)
  EXECUTE FUNCTION refuse_new_text();

-- What is known of the mails in `count` when their reader is erased.
ALTER TABLE erased_deliveries ADD COLUMN hard_bounces integer NOT NULL DEFAULT 0 CHECK (hard_bounces >= 0);
ALTER TABLE erased_deliveries ADD COLUMN soft_bounces integer NOT NULL DEFAULT 0 CHECK (soft_bounces >= 0);
ALTER TABLE erased_deliveries ADD COLUMN complaints integer NOT NULL DEFAULT 0 CHECK (complaints >= 0);
ALTER TABLE erased_deliveries ADD COLUMN left_after integer NOT NULL DEFAULT 0 CHECK (left_after >= 0);

CREATE INDEX subscribers_left ON subscribers (unsubscribed_at) WHERE unsubscribed_at IS NOT NULL;
-- By code points, so that the beginning of a Message-ID, which names the article, is a range of the index.
CREATE INDEX bounces_message_c ON bounces (message_id COLLATE "C");
