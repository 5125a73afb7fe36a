/** Apart from the folder, so that whoever only reads it does not load what composes mails. */
import { sha256 } from '#platform/tokens.ts';

/** How the file of a mail is found again: what it is, as its Message-ID begins, and a hash of that. */
export function fileSuffix(messageId: string): string {
  const kind = /^<(\w{1,20})\./.exec(messageId)?.[1] ?? 'mail';
  return `${kind}-${sha256(messageId).slice(0, 12)}`;
}
