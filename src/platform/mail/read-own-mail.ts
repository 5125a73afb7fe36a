/** Reads mails that `composeMail` and `prepareBulk` wrote, like any mail program, and the names of those in the outbox. */
import { readdir } from 'node:fs/promises';

/** Names begin with the time and tell the kind: 2026-11-21T12-00-00-000Z-letter-0123456789ab.eml. */
export const mailName = /^[\w-]{1,100}\.eml$/;

export async function mailNamesIn(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isFile() && mailName.test(entry.name)).map(({ name }) => name);
  } catch (error) {
    // The folder is created with the first mail.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

export type ReadMail = {
  subject: string;
  to: string;
  date: string | null;
  html: string;
  text: string;
  /** PNGs that the HTML shows as `cid:` and their name, in Base64. */
  pictures: { name: string; content: string }[];
};

export async function parseMail(bytes: Uint8Array): Promise<ReadMail> {
  // Most sites never need it.
  const { default: PostalMime } = await import('postal-mime');
  const options = { attachmentEncoding: 'base64' } as const;
  const { subject = '', to, date = '', html = '', text = '', attachments } = await PostalMime.parse(bytes, options);
  const time = Date.parse(date);
  const sentAt = Number.isNaN(time) ? null : new Date(time).toISOString();
  const pictures = attachments.flatMap(({ contentId, mimeType, content }) =>
    contentId && mimeType === 'image/png' && typeof content === 'string'
      ? [{ name: contentId.replaceAll(/[<>]/g, ''), content }]
      : [],
  );
  return { subject, to: to?.[0]?.address ?? '', date: sentAt, html, text, pictures };
}
