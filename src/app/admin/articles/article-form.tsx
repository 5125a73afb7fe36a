import { useRef, useState } from 'react';
import { ArticleBar } from '#features/articles/admin/article-bar.tsx';
import { ArticleFields, ArticleOptions } from '#features/articles/admin/article-fields.tsx';
import { articleProblem } from '#features/articles/admin/article-values.ts';
import { PrePublishChecks } from '#features/articles/admin/pre-publish-checks.tsx';
import {
  type ArticleFormProps,
  type ArticleForm as FormState,
  useArticleForm,
} from '#features/articles/admin/use-article-form.ts';
import type { Article } from '#features/articles/article.schema.ts';
import { ArticlePreview } from '#features/articles/preview/article-preview.tsx';
import { PreviewLink } from '#features/articles/preview/preview-link.tsx';
import type { Schedule } from '#features/articles/schedule/schedule.schema.ts';
import { ScheduleNotice } from '#features/articles/schedule/schedule-notice.tsx';
import { DraftNotice } from '#features/drafts/draft-status.tsx';
import type { RecipientCounts } from '#features/newsletter/issues/issues.schema.ts';
import { isMailServerMissing } from '#features/settings/admin/mail-server.ts';
import { useSettings } from '#features/settings/admin/use-settings.ts';
import { PicturePanel } from '#features/uploads/field/picture-field.tsx';
import { UploadProgress } from '#features/uploads/field/upload-progress.tsx';
import { pluralise } from '#shared/text.ts';
import { EditorLayout } from '#ui/editor-layout/editor-layout.tsx';
import { RadioField } from '#ui/forms/fields.tsx';
import { focusFirstError } from '#ui/forms/focus-first-error.ts';
import { FieldGroup } from '#ui/page/screen-parts.tsx';
import { ScheduleDialog } from '../schedule/schedule-dialog.tsx';
import { ScheduledLine } from '../schedule/scheduled-line.tsx';
import { SendNewsletterPanel, useArticleNewsletter } from './send-newsletter-panel.tsx';
import type { useNewsletterSending } from './use-newsletter-sending.ts';

type Sending = ReturnType<typeof useNewsletterSending>;

/** The form of one article: its text, its details beside it, and the bar of actions. */
export function ArticleForm({ sending, ...props }: Omit<ArticleFormProps, 'isQueued'> & { sending: Sending }) {
  const { timeZone, societyName } = useSettings();
  const { isUnsent, setIsUnsent, keepUnsent } = useUnsent(props.edited.item, props.edited.newKey);
  function onSaved(saved: Article) {
    keepUnsent(saved);
    props.onSaved(saved);
  }
  const newsletter = useArticleNewsletter(props.edited.item, sending);
  const form = useArticleForm({ ...props, onSaved, sending, isQueued: newsletter.isQueued }, timeZone);
  const [isPreviewing, setIsPreviewing] = useState(false);
  const [isReading, setIsReading] = useState(false);
  const { article, values, isBusy, file, scheduling } = form;
  const place = useRef<HTMLFormElement>(null);

  /** Focuses the first field with an error and then presses, which says what is wrong. */
  function check(press: () => void) {
    if (place.current && articleProblem(values)) focusFirstError(place.current, press);
    else press();
  }

  return (
    <>
      <form
        ref={place}
        tabIndex={-1}
        aria-label={article ? 'Edit article' : 'New article'}
        aria-busy={isBusy}
        noValidate
        onSubmit={(event) => event.preventDefault()}
      >
        <EditorLayout
          notice={<DraftNotice draft={form.draft} />}
          aside={<Aside {...{ form, sending, newsletter, isUnsent }} onUnsent={setIsUnsent} onBusy={setIsReading} />}
          bar={
            <ArticleBar
              form={form}
              timeZone={timeZone}
              disabled={isBusy || isReading || form.isUploading}
              isReading={isReading}
              emails={isUnsent ? 'no one' : recipientsText(newsletter.recipients)}
              check={check}
              onPublish={() => check(() => form.publish(!isUnsent))}
              onPreview={() => setIsPreviewing(true)}
            />
          }
        >
          <ArticleText form={form} onUnscheduled={() => place.current?.focus()} />
        </EditorLayout>
      </form>
      {scheduling.dialog && (
        <ScheduleDialog
          {...scheduling.dialog}
          schedule={{ publishAt: article?.schedule?.publishAt ?? '', sendsNewsletter: !isUnsent }}
        />
      )}
      {isPreviewing && (
        <ArticlePreview values={values} file={file} societyName={societyName} onClose={() => setIsPreviewing(false)} />
      )}
    </>
  );
}

/** Whom publishing emails, short enough for the bar on a phone; empty until it is known. */
function recipientsText(counts: RecipientCounts | null): string {
  if (counts?.toSend === 0 || isMailServerMissing()) return 'no one';
  return counts ? pluralise(counts.toSend, 'subscriber') : '';
}

/**
 * Whether it is to be published without its newsletter. This browser remembers it by the article, or the key of a new one, until
 * it is live; the schedule of a scheduled draft stands above it.
 */
function useUnsent(article: Article | null, newKey: string) {
  const start = article?.id ?? newKey;
  const form = useRef(start);
  const [isUnsent, setShown] = useState(() =>
    isScheduled(article)
      ? !article.schedule.sendsNewsletter
      : article?.schedule?.sendsNewsletter === false || localStorage.getItem(`unsent:${start}`) !== null,
  );
  const chosen = useRef(isUnsent);

  function setIsUnsent(choice: boolean) {
    chosen.current = choice;
    setShown(choice);
    try {
      if (choice) localStorage.setItem(`unsent:${form.current}`, 'true');
      else localStorage.removeItem(`unsent:${form.current}`);
    } catch {
      // As long as this form.
    }
  }

  /** A save may give it an id. The choice may have changed since the press. */
  function keepUnsent(saved: Article) {
    localStorage.removeItem(`unsent:${form.current}`);
    form.current = saved.id;
    setIsUnsent(!saved.isPublished && (isScheduled(saved) ? !saved.schedule.sendsNewsletter : chosen.current));
  }

  return { isUnsent, setIsUnsent, keepUnsent };
}

type ScheduledArticle = Article & { schedule: Schedule };

/** It goes live by itself: a schedule that missed its time has yet to be decided on. */
function isScheduled(article: Article | null): article is ScheduledArticle {
  return article?.schedule?.isLate === false;
}

type AsideProps = {
  form: FormState;
  sending: Sending;
  newsletter: ReturnType<typeof useArticleNewsletter>;
  isUnsent: boolean;
  onUnsent: (isUnsent: boolean) => void;
  /** A chosen picture is being read. */
  onBusy: (isReading: boolean) => void;
};

function Aside({ form, sending, newsletter, isUnsent, onUnsent, onBusy }: AsideProps) {
  const { timeZone } = useSettings();
  const { article, values, isBusy } = form;
  return (
    <>
      <FieldGroup disabled={isBusy}>
        <PicturePanel {...form.picture} onBusy={onBusy} />
      </FieldGroup>
      <SendNewsletterPanel {...{ sending, article, newsletter }} isChanged={form.draft.isDirty}>
        {(recipients, isForNoOne) =>
          !article?.isPublished &&
          !isScheduled(article) && (
            <RadioField
              label="When it is published"
              value={isUnsent ? 'unsent' : 'sent'}
              options={[
                ['sent', 'Publish and email it', recipients],
                [
                  'unsent',
                  'Publish without sending',
                  `No newsletter will be sent. You can send it ${isForNoOne ? 'once you have subscribers' : 'later'}.`,
                ],
              ]}
              onChange={(choice) => onUnsent(choice === 'unsent')}
            />
          )
        }
      </SendNewsletterPanel>
      <PrePublishChecks values={values} change={form.change} />
      <FieldGroup disabled={isBusy}>
        <ArticleOptions form={form} />
      </FieldGroup>
      {article && !article.isPublished && (
        <PreviewLink articleId={article.id} timeZone={timeZone} hasChanges={form.draft.isDirty} />
      )}
    </>
  );
}

/** When it goes live, and what the article says. */
function ArticleText({ form, onUnscheduled }: { form: FormState; onUnscheduled: () => void }) {
  const { article, isBusy, file, scheduling } = form;
  return (
    <>
      {article?.schedule && (
        <ScheduleNotice isLate={article.schedule.isLate} scheduling={scheduling} onUnscheduled={onUnscheduled}>
          <ScheduledLine article={article} />
        </ScheduleNotice>
      )}
      <FieldGroup disabled={isBusy}>
        <ArticleFields form={form} />
      </FieldGroup>
      <UploadProgress file={file} />
    </>
  );
}
