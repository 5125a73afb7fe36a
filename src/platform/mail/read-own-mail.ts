/** Reads mails that `composeMail` and `prepareBulk` wrote, like any mail program. */

export type ReadMail = { subject: string; to: string; date: string | null; html: string; text: string };

export async function parseMail(bytes: Uint8Array): Promise<ReadMail> {
  // Most sites never need it.
  const { default: PostalMime } = await import('postal-mime');
  const { subject = '', to, date = '', html = '', text = '' } = await PostalMime.parse(bytes);
  const time = Date.parse(date);
  const sentAt = Number.isNaN(time) ? null : new Date(time).toISOString();
  return { subject, to: to?.[0]?.address ?? '', date: sentAt, html, text };
}
