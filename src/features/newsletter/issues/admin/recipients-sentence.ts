import { noAudienceSentence, unknownOutcomeSentence } from '#features/newsletter/newsletter.ts';
import { isMailServerMissing } from '#features/settings/admin/mail-server.ts';
import { clockTimeText } from '#shared/instants.ts';
import { pluralise } from '#shared/text.ts';
import type { RecipientCounts } from '../issues.schema.ts';

/** Says what sending now would do, where there is a mail server. */
export function recipientsSentence(counts: RecipientCounts): string {
  const { audience, others, alreadySent, underWay, notConfirmed: unknown, toSend } = counts;
  if (audience === 0) return noAudienceSentence(others, 'so no email will be sent');
  if (toSend === 0 && unknown > 0)
    return `No one is left to send it to: no email will be sent. ${unknownOutcomeSentence(unknown)}`;
  if (toSend === 0 && underWay > 0)
    return `It is already on its way to ${pluralise(underWay, 'subscriber')}: no other email will be sent.`;
  if (toSend === 0) return 'Every subscriber has already been sent this article: no email will be sent.';
  const sentence = `The newsletter will be sent to ${pluralise(toSend, 'subscriber')}.`;
  if (alreadySent === 0) return sentence;
  return `${sentence} ${alreadySent.toLocaleString('en-US')} ${alreadySent === 1 ? 'has' : 'have'} already had it.`;
}

/** '3 still to go', or until when they can be undone. */
export function waitingText(waiting: number, sendAfter: string | null): string {
  const count = waiting.toLocaleString('en-US');
  if (sendAfter !== null) return `${count} waiting: nothing is sent before ${clockTimeText(sendAfter)}`;
  return `${count} still to go${isMailServerMissing() ? ' into the outbox' : ''}`;
}

/** Follows a question. */
export function undoSentence(seconds: number): string {
  return seconds > 0 ? ` You can undo it for ${seconds} s.` : '';
}
