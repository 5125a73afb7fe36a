/** A site whose letters can be read, for the journeys of a subscriber. */
import type { Page } from '@playwright/test';
import { type Site, startSite } from './site.ts';
import { linkIn, settingsFor, smtpServer, type TestSmtpServer } from './smtp.ts';
import { inDatabase } from './states.ts';

export const subscribed = 'Subscribed! Please check your inbox to verify your email.';
export const notYet =
  'One step is left: press the link in our email. Until then we send you no newsletter. Already subscribed? Nothing changes.';
/** The browser's own line about an answer that a test has made a failure. */
export const someFailure = /Failed to load resource/;

export type Post = { site: Site; mailbox: TestSmtpServer };

export async function startPost(env: Record<string, string> = {}): Promise<Post> {
  const mailbox = await smtpServer();
  return {
    mailbox,
    site: await startSite({ ...settingsFor(mailbox), SUBSCRIBE_LIMIT_PER_HOUR: '1000', LOG_LEVEL: 'error', ...env }),
  };
}

export async function stopPost({ site, mailbox }: Post): Promise<void> {
  await site.stop();
  await mailbox[Symbol.asyncDispose]();
}

export function formOf(page: Page) {
  const form = page.locator('form').filter({ has: page.getByRole('button', { name: 'Subscribe' }) });
  const field = form.getByRole('textbox', { name: /e-?mail/i });
  return { field, button: form.getByRole('button', { name: 'Subscribe' }), outcome: form.locator('p').first() };
}

export function stateOf({ site }: Post, email: string): unknown {
  return inDatabase(site, 'SELECT state FROM subscribers WHERE email_key = ?', email.toLowerCase())[0]?.state;
}

export async function confirmationLink({ site, mailbox }: Post, email: string): Promise<string> {
  await subscribe(site, email);
  const [mail] = await mailbox.waitForMails(1, email);
  if (!mail) throw new Error('No confirmation mail');
  return linkIn(mail, '/verify').href;
}

export async function confirmed(post: Post, email: string): Promise<void> {
  const { searchParams } = new URL(await confirmationLink(post, email));
  const { ok } = await fetch(`${post.site.url}/api/v1/newsletter/verify?token=${searchParams.get('token')}`);
  if (!ok) throw new Error('The link does not confirm');
}

/** The mail to someone who subscribes again ends with it. */
export async function unsubscribeLink(post: Post, email: string): Promise<URL> {
  await confirmed(post, email);
  await subscribe(post.site, email);
  const [, mail] = await post.mailbox.waitForMails(2, email);
  if (!mail) throw new Error('No second mail');
  return linkIn(mail, '/unsubscribe');
}

async function subscribe(site: Site, email: string): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  await fetch(`${site.url}/api/v1/newsletter/subscribe`, { method: 'POST', headers, body: JSON.stringify({ email }) });
}
