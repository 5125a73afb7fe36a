import { type RefObject, useEffect, useRef, useState } from 'react';
import { undoWindowSentence } from '#features/newsletter/issue.ts';
import { isMailServerMissing } from '#features/settings/admin/mail-server.ts';
import { bidiIsolated } from '#shared/text.ts';
import { useApi } from '#ui/api-context.ts';
import { useShownToast } from '#ui/dialogs/toast.tsx';
import { withToast } from '#ui/dialogs/with-error-toast.ts';
import { Button } from '#ui/forms/button.tsx';
import { useBusy } from '#ui/forms/use-busy.ts';
import { moveFocusOnRemoval } from '#ui/page/focus.ts';
import { sendNewsletterNow, undoIssue } from '../issues.client.ts';
import type { DelayedIssue } from '../issues.schema.ts';
import styles from './undo-window-notices.module.css';

type Props = {
  issues: DelayedIssue[];
  /** Called when it was undone or sent here, without waiting for the next notices. */
  onOver: (issue: DelayedIssue) => void;
};

export function UndoWindowNotices({ issues, onOver }: Props) {
  const place = useRef<HTMLDivElement>(null);
  useHeightTold(place);
  const toast = useShownToast();
  const isTold = (issue: DelayedIssue) => toast?.about === newsletterToastKey(issue.articleId);
  return (
    <div ref={place} className={styles.notices} data-screen-only>
      {/* Announced once: the seconds would interrupt a screen reader each time. */}
      <p className="sr-only" role="status">
        {issues.map(
          ({ subject, subscribers, secondsLeft, hours }) =>
            `${undoWindowSentence(subscribers, secondsLeft, { hours, isKept: isMailServerMissing() })}: “${bidiIsolated(subject)}”. You can undo it. `,
        )}
      </p>
      {issues.length > 0 && (
        <div className={styles.rows} hidden={issues.every(isTold)}>
          {issues.map((issue) => (
            <DelayedNotice
              key={undoWindowKey(issue)}
              issue={issue}
              isHidden={isTold(issue)}
              onOver={() => onOver(issue)}
            />
          ))}
        </div>
      )}
    </div>
  );
}

/** Tells apart two undo windows of the same newsletter. */
export function undoWindowKey({ id, sendAfter }: DelayedIssue): string {
  return `${id} ${sendAfter}`;
}

/** Names a toast that offers the same actions as the notice. */
export function newsletterToastKey(articleId: number | null): string {
  return `newsletter ${articleId}`;
}

/** Tells the styles its height: elements that stick below the page's bar stay below this too. */
function useHeightTold(place: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { current: element } = place;
    if (!element) return;
    const { style } = document.documentElement;
    // Empty removes it: what changes on the root makes the browser style every element again.
    const observer = new ResizeObserver(() =>
      style.setProperty('--notices-height', element.offsetHeight ? `${element.offsetHeight}px` : ''),
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      style.removeProperty('--notices-height');
    };
  }, [place]);
}

type NoticeProps = { issue: DelayedIssue; isHidden: boolean; onOver: () => void };

function DelayedNotice({ issue, isHidden, onOver }: NoticeProps) {
  const api = useApi();
  const { subject, subscribers, hours } = issue;
  const seconds = useCountdown(issue.secondsLeft);
  const { isBusy, run } = useBusy();
  const act = (call: () => Promise<{ message: string }>) => run(() => withToast(call, async () => onOver()));

  return (
    <section
      ref={moveFocusOnRemoval}
      className={styles.notice}
      hidden={isHidden}
      aria-label="Newsletter that you can undo"
    >
      <p className={styles.words}>
        <strong>{undoWindowSentence(subscribers, seconds, { hours, isKept: isMailServerMissing() })}</strong>{' '}
        <span className="muted" dir="auto">
          {subject}
        </span>
      </p>
      <div className={`row ${styles.actions}`}>
        <Button
          size="small"
          aria-label="Undo sending"
          aria-disabled={isBusy}
          onClick={() => void act(() => undoIssue(api, issue.id))}
        >
          Undo <span className={styles.what}>sending</span>
        </Button>
        <Button
          size="small"
          variant="quiet"
          aria-disabled={isBusy}
          onClick={() => void act(() => sendNewsletterNow(api, issue.id, issue.sendAfter))}
        >
          Send now
        </Button>
      </div>
    </section>
  );
}

/** Counts down on this device from the server's figure: the two clocks may differ. */
function useCountdown(secondsLeft: number): number {
  const [end] = useState(() => performance.now() + secondsLeft * 1000);
  const [seconds, setSeconds] = useState(secondsLeft);
  useEffect(() => {
    const timer = setInterval(() => setSeconds(Math.max(0, Math.ceil((end - performance.now()) / 1000))), 250);
    return () => clearInterval(timer);
  }, [end]);
  return seconds;
}
