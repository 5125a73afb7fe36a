import { secondsUntil, undoWindowSentence } from '#features/newsletter/issue.ts';
import { sendResultSentence } from '#features/newsletter/newsletter.ts';
import type { SendAnswer } from './issues.schema.ts';

type Sent = Pick<SendAnswer, 'issueId' | 'queued' | 'alreadySent' | 'audience' | 'isKept'> & {
  /** Queued by an earlier send, besides `alreadySent`. */
  underWay: number;
  kept?: number;
  unknown?: number;
  sendAfter: string | null;
  now: Date;
};

export function presentSendResult({
  underWay: waiting,
  kept = 0,
  unknown = 0,
  sendAfter,
  now,
  ...sent
}: Sent): SendAnswer {
  const message =
    sendAfter && !sent.isKept
      ? `${undoWindowSentence(sent.queued + waiting, secondsUntil(sendAfter, now))}.`
      : sendResultSentence({ ...sent, waiting, kept, unknown, isUndoable: sendAfter !== null });
  return { message, ...sent, ...(sendAfter && { sendAfter }) };
}
