-- A digest and a note to all are issues without an article, and drafts until they are sent.
ALTER TABLE issues
  ADD COLUMN kind text NOT NULL DEFAULT 'article' CHECK (kind IN ('article', 'digest', 'note')),
  -- Of a digest or a note: what its texts are made of.
  ADD COLUMN content text NOT NULL DEFAULT '{}' CHECK (content::json IS NOT NULL),
  -- It has a page among those of the newsletters that went out.
  ADD COLUMN is_archived boolean NOT NULL DEFAULT true,
  ALTER COLUMN article_id DROP NOT NULL,
  DROP CONSTRAINT issues_state_check,
  ADD CONSTRAINT issues_state_check CHECK (state IN ('draft', 'sending', 'paused', 'cancelled', 'done')),
  ADD CHECK ((kind = 'article') = (article_id IS NOT NULL)),
  ADD CHECK (state <> 'draft' OR kind <> 'article');

DROP TRIGGER issues_text_stays ON issues;
CREATE TRIGGER issues_text_stays BEFORE UPDATE OF subject, html, text ON issues FOR EACH ROW
  WHEN (OLD.state <> 'draft' AND (OLD.subject IS DISTINCT FROM NEW.subject OR OLD.html IS DISTINCT FROM NEW.html
    OR OLD.text IS DISTINCT FROM NEW.text))
  EXECUTE FUNCTION refuse_new_text();

ALTER TABLE mails
  DROP CONSTRAINT mails_check2,
  ADD CHECK (article_id IS NULL OR issue_id IS NOT NULL);
CREATE UNIQUE INDEX mails_once ON mails (issue_id, subscriber_id) WHERE article_id IS NULL AND issue_id IS NOT NULL;
