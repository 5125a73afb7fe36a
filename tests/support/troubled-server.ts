/** A mail server in trouble, and what a site with subscribers says and does about it. */
import { expect } from 'vitest';
import type { IssueReport } from '#features/newsletter/issues/reports/issue-reports.schema.ts';
import type { siteWithSubscribers } from './site-with-subscribers.ts';
import { type Fault, type Step, smtpServer } from './smtp.ts';

export const minute = 60_000;
export const hour = 60 * minute;

type Site = Awaited<ReturnType<typeof siteWithSubscribers>>;

export async function troubledServer(options: { asksLogin?: boolean } = {}) {
  const trouble: { at: (step: Step, address: string) => Fault } = { at: () => undefined };
  const tried: string[] = [];
  const server = await smtpServer({
    ...options,
    fail: (step, address) => {
      if (step === 'rcpt') tried.push(address);
      return trouble.at(step, address);
    },
  });
  return Object.assign(server, { trouble, tried });
}

export const at = (where: Step, fault: Fault) => (step: Step) => (step === where ? fault : undefined);

export async function letMinutesPass(
  site: Site,
  deliveryWorker: ReturnType<Site['deliveryWorker']>,
  minutes: number,
  stepMs = minute,
) {
  for (let passed = 0; passed < minutes * minute; passed += stepMs) {
    site.app.clock.advance(stepMs);
    await deliveryWorker.sendDue();
  }
}

export async function note(site: Site): Promise<string | null | undefined> {
  const { app } = site;
  const { body } = await app.json<IssueReport[]>('GET', '/newsletter/admin/issues', undefined, await app.signIn());
  return body[0]?.note;
}

export async function countIn(site: Site, state: 'suppressed' | 'confirmed'): Promise<number> {
  return (await site.app.db.selectFrom('subscribers').select('id').where('state', '=', state).execute()).length;
}

/** All was sent once, no one is suppressed, nothing is paused. */
export async function expectAllServed(site: Site, server: { mails: { envelopeTo: string[] }[] }, subscribers: number) {
  expect((await site.deliveries()).map(({ state }) => state)).toEqual(Array(subscribers).fill('sent'));
  expect(new Set(server.mails.map(({ envelopeTo }) => envelopeTo[0])).size).toBe(subscribers);
  expect(server.mails).toHaveLength(subscribers);
  expect(await countIn(site, 'suppressed')).toBe(0);
  expect(await site.app.db.selectFrom('bounces').selectAll().execute()).toEqual([]);
  expect((await site.issue()).serverPauseSince).toBeNull();
}
