/** The links in our mails, and the tokens in them that prove who may act for an address. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Db } from '#platform/db/db.ts';

const secretName = 'newsletter-links';

export type Links = {
  article(articleId: number): string;
  verify(token: string): string;
  /** The page that unsubscribes. */
  unsubscribe(email: string): string;
  /** The call behind a mail program's own unsubscribe button (RFC 8058). */
  oneClick(email: string): string;
  /** The page that takes an unsubscription back. */
  undo(email: string): string;
  /** The subscriber's id belongs in between: the same for the same article and subscriber, and not to be guessed. */
  messageIdParts(articleId: number): { before: string; after: string };
  listId: string;
};

export function normaliseEmail(email: string): string {
  return email.trim().toLowerCase();
}

/** 256 bits, base64url. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

export async function linksOf(db: Db, siteUrl: string): Promise<Links> {
  const secret = await findSecret(db);
  const host = hostOf(siteUrl);
  const personal = (email: string) => new URLSearchParams({ email, token: sign(secret, email) }).toString();
  return {
    article: (id) => `${siteUrl}/articles/${id}`,
    verify: (token) => `${siteUrl}/verify?token=${token}`,
    unsubscribe: (email) => `${siteUrl}/unsubscribe?${personal(email)}`,
    oneClick: (email) => `${siteUrl}/api/v1/newsletter/unsubscribe?${personal(email)}`,
    undo: (email) => `${siteUrl}/unsubscribe?${personal(email)}&undo=1`,
    messageIdParts: (articleId) => {
      const mark = createHmac('sha256', secret).update(`message\n${articleId}`).digest('hex').slice(0, 16);
      return { before: `<article.${articleId}.`, after: `.${mark}@${host}>` };
    },
    listId: `<newsletter.${host}>`,
  };
}

/** Unlike a delivery's it need not be found again: it stays with the row of the letter. */
export function newMessageId(siteUrl: string): string {
  return `<letter.${randomBytes(16).toString('hex')}@${hostOf(siteUrl)}>`;
}

/** Whether `token` is the one in our mails to this address. */
export async function isOurToken(db: Db, email: string, token: string | undefined): Promise<boolean> {
  if (!token) return false;
  const expected = Buffer.from(sign(await findSecret(db), email));
  const given = Buffer.from(token);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function hostOf(siteUrl: string): string {
  return new URL(siteUrl).hostname.replace(/[[\]]/g, '');
}

function sign(secret: string, email: string): string {
  return createHmac('sha256', secret)
    .update(`unsubscribe\n${normaliseEmail(email)}`)
    .digest('base64url');
}

/** Made at first use; of two that make it at once, one wins and both use it. */
async function findSecret(db: Db): Promise<string> {
  const find = () => db.selectFrom('secrets').select('value').where('name', '=', secretName).executeTakeFirst();
  const existing = await find();
  if (existing) return existing.value;
  await db
    .insertInto('secrets')
    .values({ name: secretName, value: newToken(), createdAt: new Date().toISOString() })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  return (await find())?.value ?? findSecret(db);
}
