import { useState } from 'react';
import { publishArticle } from '#features/articles/admin/managing.client.ts';
import type { LateSchedule, ScheduleInput } from '#features/articles/schedule/schedule.schema.ts';
import { publishAtProblem, scheduledTime, scheduleMessages } from '#features/articles/schedule/schedule.ts';
import { scheduleArticle, unscheduleArticle } from '#features/articles/schedule/schedules.client.ts';
import { scheduleDraft, sendDraft, stopIssue } from '#features/newsletter/issues/drafts/drafts.client.ts';
import { sendNewsletter } from '#features/newsletter/issues/issues.client.ts';
import { newsletterMessages } from '#features/newsletter/newsletter.ts';
import { isolated } from '#shared/text.ts';
import { useApi } from '#ui/api.ts';
import { useConfirm } from '#ui/dialogs/confirm.tsx';
import { toast } from '#ui/dialogs/toast.tsx';
import { Button } from '#ui/forms/button.tsx';
import { useBusy } from '#ui/forms/use-busy.ts';
import { errorMessage } from '#ui/loaded.ts';
import { passFocusOn } from '#ui/page/focus.ts';
import { useSettings } from '../use-settings.ts';
import styles from './late-notice.module.css';
import { ScheduleDialog } from './schedule-dialog.tsx';

type NoticeProps = { plan: LateSchedule; sentence: string; onDecided: () => void };

export function LateNotice({ plan, sentence, onDecided }: NoticeProps) {
  const api = useApi();
  const { timeZone, newsletterHoldSeconds } = useSettings();
  const { confirm, dialog } = useConfirm();
  const busy = useBusy();
  const [isOver, setIsOver] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const { title, sendsNewsletter } = plan;
  const version = plan.version ?? '';
  const articleId = plan.articleId ?? 0;
  const issueId = plan.articleId === null ? plan.issueId : null;
  if (isOver) return null;

  const act = (work: () => Promise<string>, otherwise: string) =>
    busy.run(async () => {
      try {
        toast.success(await work());
        setIsOver(true);
        onDecided();
      } catch (error) {
        toast.error(errorMessage(error, otherwise));
      }
    });

  async function sendIssue(id: number) {
    const detail = 'It goes to everyone who wants digests and notes.';
    if (!(await confirm(`Send “${isolated(title)}” now?`, 'Send now', { detail, isHarmless: true }))) return;
    const wanted = { holdSeconds: newsletterHoldSeconds, version };
    await act(async () => (await sendDraft(api, id, wanted)).message, newsletterMessages.sendFailed);
  }

  async function goLive() {
    if (issueId !== null) return sendIssue(issueId);
    const detail = sendsNewsletter ? 'Its newsletter follows.' : 'No newsletter is sent.';
    if (!(await confirm(`Put “${isolated(title)}” on the site now?`, 'Go live now', { detail, isHarmless: true })))
      return;
    await act(async () => {
      await publishArticle(api, articleId);
      if (!sendsNewsletter) return 'Article published. No newsletter was sent.';
      return send();
    }, 'Failed to publish article');
  }

  /** The article is live, whatever becomes of this. */
  async function send(): Promise<string> {
    try {
      return (await sendNewsletter(api, articleId, newsletterHoldSeconds)).message;
    } catch {
      return `Article published. ${newsletterMessages.sendFailed}`;
    }
  }

  const unschedule = () => (issueId === null ? unscheduleArticle(api, articleId) : stopIssue(api, issueId));
  const takeOut = () => act(async () => (await unschedule()).message, 'Please try again.');

  async function planAnew(chosen: ScheduleInput): Promise<string | null> {
    try {
      await (issueId === null
        ? scheduleArticle(api, articleId, chosen)
        : scheduleDraft(api, issueId, { ...chosen, version }));
      toast.success(`Scheduled for ${scheduledTime(chosen.publishAt, timeZone)}.`);
      setIsOver(true);
      onDecided();
    } catch (error) {
      const refused = publishAtProblem(error);
      if (refused !== null) return refused;
      toast.error(errorMessage(error, scheduleMessages.failed));
      setIsAsking(false);
    }
    return null;
  }

  const press = (work: () => unknown) => () => void (busy.isBusy || work());
  return (
    <section ref={passFocusOn} className={styles.notice} aria-label="Scheduled, but not published">
      <p className={styles.words}>{sentence}</p>
      <div className={styles.actions}>
        <Button size="small" aria-disabled={busy.isBusy} onClick={press(goLive)}>
          {issueId === null ? 'Go live now' : 'Send now'}
        </Button>
        <Button size="small" variant="quiet" aria-disabled={busy.isBusy} onClick={press(() => setIsAsking(true))}>
          Another time…
        </Button>
        <Button size="small" variant="quiet" aria-disabled={busy.isBusy} onClick={press(takeOut)}>
          Unschedule
        </Button>
      </div>
      {dialog}
      {isAsking && (
        <ScheduleDialog
          articleId={articleId}
          isIssue={issueId !== null}
          plan={{ publishAt: '', sendsNewsletter }}
          onChoose={planAnew}
          onClose={() => setIsAsking(false)}
        />
      )}
    </section>
  );
}
