import { unknownOutcomeSentence } from '#features/newsletter/newsletter.ts';
import type { RecipientCounts } from '../issues.schema.ts';

/** Says what sending now would do, where there is a mail server. */
export function recipientsSentence(counts: RecipientCounts): string {
  const { audience, alreadySent, underWay, notConfirmed: unknown, toSend } = counts;
  if (audience === 0) return 'You have no subscribers yet, so no email will be sent.';
  if (toSend === 0 && unknown > 0)
    return `No one is left to send it to: no email will be sent. ${unknownOutcomeSentence(unknown)}`;
  if (toSend === 0 && underWay > 0)
    return `It is already on its way to ${number(underWay)} subscriber${underWay === 1 ? '' : 's'}: no other email will be sent.`;
  if (toSend === 0) return 'Every subscriber has already been sent this article: no email will be sent.';
  const sentence = `The newsletter will be sent to ${number(toSend)} subscriber${toSend === 1 ? '' : 's'}.`;
  if (alreadySent === 0) return sentence;
  return `${sentence} ${number(alreadySent)} ${alreadySent === 1 ? 'has' : 'have'} already had it.`;
}

function number(value: number): string {
  return value.toLocaleString('en-US');
}
