import { useState } from 'react';
import { publishArticle, scheduleArticle, unscheduleArticle } from '#features/articles/admin/articles-admin.client.ts';
import type { LateSchedule, ScheduleInput } from '#features/articles/schedule/schedule.schema.ts';
import { scheduledTime } from '#features/articles/schedule/schedule.ts';
import { scheduleAndTell } from '#features/articles/schedule/use-scheduling.ts';
import { scheduleDraft, sendDraft, stopIssue } from '#features/newsletter/issues/drafts/drafts.client.ts';
import { sendNewsletter } from '#features/newsletter/issues/issues.client.ts';
import { newsletterMessages } from '#features/newsletter/newsletter.ts';
import { isolated } from '#shared/text.ts';
import { useApi } from '#ui/api.ts';
import { useConfirm } from '#ui/dialogs/confirm.tsx';
import { withToast } from '#ui/dialogs/with-error-toast.ts';
import { Button } from '#ui/forms/button.tsx';
import { useBusy } from '#ui/forms/use-busy.ts';
import { passFocusOn } from '#ui/page/focus.ts';
import { useSettings } from '../use-settings.ts';
import styles from './late-notice.module.css';
import { ScheduleDialog } from './schedule-dialog.tsx';

type NoticeProps = { plan: LateSchedule; sentence: string; onDecided: () => void };

export function LateNotice({ plan, sentence, onDecided }: NoticeProps) {
  const deciding = useDeciding(plan, onDecided);
  const { isOver, isBusy, issueId, articleId } = deciding;
  const [isAsking, setIsAsking] = useState(false);
  if (isOver) return null;

  async function planAnew(chosen: ScheduleInput): Promise<string | null> {
    const refused = await deciding.planAnew(chosen);
    if (refused === null) setIsAsking(false);
    return refused;
  }

  const press = (work: () => unknown) => () => void (isBusy || work());
  return (
    <section ref={passFocusOn} className={`line ${styles.notice}`} aria-label="Scheduled, but not published">
      <p className={styles.words}>{sentence}</p>
      <div className={styles.actions}>
        <Button size="small" aria-disabled={isBusy} onClick={press(deciding.goLive)}>
          {issueId === null ? 'Go live now' : 'Send now'}
        </Button>
        <Button size="small" variant="quiet" aria-disabled={isBusy} onClick={press(() => setIsAsking(true))}>
          Another time…
        </Button>
        <Button size="small" variant="quiet" aria-disabled={isBusy} onClick={press(deciding.takeOut)}>
          Unschedule
        </Button>
      </div>
      {deciding.dialog}
      {isAsking && (
        <ScheduleDialog
          articleId={articleId}
          isIssue={issueId !== null}
          plan={{ publishAt: '', sendsNewsletter: plan.sendsNewsletter }}
          onChoose={planAnew}
          onClose={() => setIsAsking(false)}
        />
      )}
    </section>
  );
}

/** What can become of a plan whose time is over. */
function useDeciding({ title, sendsNewsletter, ...plan }: LateSchedule, onDecided: () => void) {
  const api = useApi();
  const { timeZone, newsletterHoldSeconds } = useSettings();
  const { confirm, dialog } = useConfirm();
  const { isBusy, run } = useBusy();
  const [isOver, setIsOver] = useState(false);
  const version = plan.version ?? '';
  const articleId = plan.articleId ?? 0;
  const issueId = plan.articleId === null ? plan.issueId : null;

  function over() {
    setIsOver(true);
    onDecided();
  }

  const act = (work: () => Promise<{ message: string }>, otherwise: string) =>
    run(() => withToast(work, over, otherwise));

  async function sendIssue(id: number) {
    const detail = 'It goes to everyone who wants digests and notes.';
    if (!(await confirm(`Send “${isolated(title)}” now?`, 'Send now', { detail, isHarmless: true }))) return;
    const wanted = { holdSeconds: newsletterHoldSeconds, version };
    await act(() => sendDraft(api, id, wanted), newsletterMessages.sendFailed);
  }

  async function goLive() {
    if (issueId !== null) return sendIssue(issueId);
    const detail = sendsNewsletter ? 'Its newsletter follows.' : 'No newsletter is sent.';
    const question = `Put “${isolated(title)}” on the site now?`;
    if (!(await confirm(question, 'Go live now', { detail, isHarmless: true }))) return;
    await act(async () => {
      await publishArticle(api, articleId);
      if (!sendsNewsletter) return { message: 'Article published. No newsletter was sent.' };
      // The article is live, whatever becomes of this.
      const failed = () => ({ message: `Article published. ${newsletterMessages.sendFailed}` });
      return sendNewsletter(api, articleId, newsletterHoldSeconds).catch(failed);
    }, 'Failed to publish article');
  }

  const unschedule = () => (issueId === null ? unscheduleArticle(api, articleId) : stopIssue(api, issueId));
  const takeOut = () => act(unschedule, 'Please try again.');

  function planAnew(chosen: ScheduleInput): Promise<string | null> {
    const work = async () => {
      if (issueId === null) await scheduleArticle(api, articleId, chosen);
      else await scheduleDraft(api, issueId, { ...chosen, version });
      over();
    };
    return scheduleAndTell(work, scheduledTime(chosen.publishAt, timeZone));
  }

  return { isOver, isBusy, issueId, articleId, dialog, goLive, takeOut, planAnew };
}
