/** What people do that is followed by an email which is no newsletter, and what makes such an email unwanted. */
import { createNewsletterLinks } from '#features/newsletter/content/newsletter-links.server.ts';
import { enqueueEmail } from '#platform/mail/queue/enqueue-email.ts';
import type { TestApp } from '../support/test-app.ts';
import type { Checked } from './invariants.ts';
import type { MailServer } from './mail-server.ts';
import type { QueuedMail } from './queued-mails.ts';
import type { Random } from './random.ts';
import type { Reached } from './simulate.ts';

type Parts = {
  app: TestApp;
  random: Random;
  server: MailServer;
  checked: Checked;
  reached: Set<Reached>;
  mails: () => Promise<QueuedMail[]>;
  now: () => Date;
  ask: (method: string, path: string, body?: unknown) => Promise<number>;
};

export type OutboxEvents = ReturnType<typeof createOutboxEvents>;

export function createOutboxEvents({ app, random, server, checked, reached, mails, now, ask }: Parts) {
  const newcomers: string[] = [];
  const invited: string[] = [];
  let notices = 0;

  function newAddress(before: string, known: string[]): string {
    const address = `${before}${known.length + 1}@example.org`;
    known.push(address);
    if (random.chance(0.1)) server.refused.add(address);
    return address;
  }

  /** No one wants what was written to this address any more; what is not in hand may not be begun. */
  async function unwant(address: string): Promise<void> {
    const rows = (await mails()).filter(({ queue, to }) => queue === 'emails' && to === address);
    for (const { state, leaseUntil } of rows) {
      if (leaseUntil !== null) reached.add('an email is unwanted while it is sent');
      else if (state === 'queued' || state === 'retry') reached.add('an email is unwanted before it is sent');
    }
    const isUntouched = rows.every(({ name, leaseUntil }) => leaseUntil === null && !server.everHanded.has(name));
    checked.unwanted.set(address, { isUntouched });
  }

  async function leave(): Promise<void> {
    const address = random.pick(newcomers);
    await unwant(address);
    const link = (await createNewsletterLinks(app.db, app.context.config.siteUrl)).ownLinks(address).oneClick;
    await ask('DELETE', `/newsletter/unsubscribe${new URL(link).search}`);
  }

  async function withdraw(): Promise<void> {
    const address = random.pick(invited);
    const invitation = app.db.selectFrom('accountLinks').select('id').where('email', '=', address);
    const { id } = await invitation.executeTakeFirstOrThrow();
    await unwant(address);
    await ask('DELETE', `/admin/administrators/invitations/${id}`);
  }

  /** As by two tries of one call. */
  async function notify(): Promise<void> {
    const isAgain = notices > 0 && random.chance(0.4);
    const number = isAgain ? random.between(1, notices) : ++notices;
    const email = {
      kind: 'account-notice',
      to: { address: `n${number}@example.org` },
      content: { subject: 'Something has changed', paragraphs: ['This has changed.'] },
      dedupeKey: `notice ${number}`,
    };
    const id = await enqueueEmail(app.db, email, now());
    if (isAgain && id === null) reached.add('written twice under one key');
  }

  return {
    async happen(): Promise<void> {
      const what = random.pick(['subscribe', 'leave', 'invite', 'withdraw', 'notify', 'notify'] as const);
      if (what === 'subscribe') await ask('POST', '/newsletter/subscribe', { email: newAddress('s', newcomers) });
      else if (what === 'invite')
        await ask('POST', '/admin/administrators/invitations', { email: newAddress('i', invited) });
      else if (what === 'leave' && newcomers.length > 0) await leave();
      else if (what === 'withdraw' && invited.length > 0) await withdraw();
      else await notify();
    },
  };
}
