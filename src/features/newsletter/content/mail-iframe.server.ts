/**
 * A mail's HTML as a page of its own, shown in a frame: the site's strict policy would remove its styles. A frame cannot say who is
 * signed in, so its address is signed and works for some minutes.
 */
import type { Config } from '#platform/config/config.ts';
import type { Db } from '#platform/db/db.ts';
import type { ReadMail } from '#platform/mail/read-own-mail.ts';
import { secretFor } from '#platform/secrets.ts';
import { isSignature, sign } from '#platform/tokens.ts';

export const framesSecret = 'newsletter-frames';
const livesMs = 10 * 60_000;

/** A newsletter is named by its article, or by article and issue: `7.12`. */
export type Framed = { kind: 'newsletter' | 'outbox'; name: string };

export async function signedFrameUrl(db: Db, framed: Framed, now: Date): Promise<string> {
  const until = String(now.getTime() + livesMs);
  const key = sign(await secretFor(db, framesSecret), words(framed, until));
  return `/api/v1/newsletter/frame/${framed.kind}/${encodeURIComponent(framed.name)}?until=${until}&key=${key}`;
}

export async function isFrameUrlValid(
  db: Db,
  { until, key, ...framed }: Framed & { until: string; key: string },
  now: Date,
): Promise<boolean> {
  if (!(Number(until) > now.getTime())) return false;
  return isSignature(key, sign(await secretFor(db, framesSecret), words(framed, until)));
}

/** Links open in a new tab: most sites refuse to be shown in a frame. */
export function withLinksInNewTab(html: string): string {
  const base = '<base target="_blank">';
  return /<head[^<>]*>/i.test(html) ? html.replace(/<head[^<>]*>/i, (head) => head + base) : base + html;
}

/** A browser knows no `cid:`. */
export function withPictures({ html, pictures }: Pick<ReadMail, 'html' | 'pictures'>): string {
  return pictures.reduce(
    (shown, { name, content }) => shown.replaceAll(`"cid:${name}"`, `"data:image/png;base64,${content}"`),
    html,
  );
}

/** No scripts and no forms; pictures of the site and its bucket, and styles as in a mail program. */
export function framePolicy({ siteUrl, s3 }: Pick<Config, 'siteUrl' | 's3'>): string {
  const pictures = ["'self'", ...[siteUrl, s3?.publicUrl].flatMap((url) => (url ? new URL(url).origin : []))];
  return (
    `default-src 'none'; img-src ${pictures.join(' ')} data:; style-src 'unsafe-inline'; frame-ancestors 'self'; ` +
    'sandbox allow-popups allow-popups-to-escape-sandbox'
  );
}

function words({ kind, name }: Framed, until: string): string {
  return `frame\n${kind}\n${name}\n${until}`;
}
