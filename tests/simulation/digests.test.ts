/**
 * Weeks of articles, digests and wishes, as a seed decides: workers die with mails in hand, administrators stop and undo, articles
 * leave the site, the clocks change. In the end each subscriber has had each article of their time once, by itself or in a digest.
 */
import { expect, test } from 'vitest';
import { publishDue } from '#app/scheduling/publish-due.ts';
import { createDeliveryWorker } from '#features/newsletter/delivery/worker/delivery-worker.server.ts';
import type { IssueDraft } from '#features/newsletter/issues/drafts/drafts.schema.ts';
import { makeDueDigest } from '#features/newsletter/issues/drafts/own-digests.server.ts';
import type { Mailer } from '#platform/mail/mailer.ts';
import { anArticle } from '../support/builders.ts';
import { appWithReaders } from '../support/newsletter.ts';
import { isSample } from '../support/sample.ts';
import { createRandom } from './random.ts';

const seeds = Number(process.env.SIMULATION_SEEDS ?? (isSample ? 2 : 6));
const first = Number(process.env.SIMULATION_FIRST ?? 1);
const days = Number(process.env.SIMULATION_DAYS ?? 40);
const dayMs = 86_400_000;
const issues = '/newsletter/admin/issues';
const readers = 4;

test.for(Array.from({ length: seeds }, (_, n) => first + n))(
  'no one gets an article twice and no one misses one, seed %i',
  { timeout: 300_000 },
  async (seed) => {
    await using world = await createWorld(seed);
    for (let day = 0; day < days; day++) await world.pass();
    expect(await world.end()).toEqual([]);
  },
);

async function createWorld(seed: number) {
  const random = createRandom(seed);
  const site = await appWithReaders('sqlite', readers, { config: { smtpUrl: 'smtp://127.0.0.1:1' } });
  const { app } = site;
  const token = await app.signIn();
  await app.db.updateTable('articles').set({ publishedAt: '2026-01-01T00:00:00.000Z' }).execute();
  // Some weeks before the clocks change.
  app.clock.set(`2027-0${random.pick([3, 9])}-0${random.between(1, 9)}T10:00:00.000Z`.replace('-09-', '-10-'));
  await app.db.updateTable('subscribers').set({ confirmedAt: app.clock.now().toISOString() }).execute();
  const titles = new Map<number, string>();
  const got: string[] = [];
  const rule = { every: 'week', weekday: random.between(0, 6), hour: random.between(0, 23), fewest: 1 };

  const stayIn = () => {
    const used = { lastUsedAt: app.clock.now().toISOString(), expiresAt: '2099-01-01T00:00:00.000Z' };
    return app.db.updateTable('sessions').set(used).execute();
  };
  async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
    await stayIn();
    return (await app.json<T>(method, path, body, token)).body;
  }
  await call('PUT', '/settings/admin', { digests: rule });
  await makeDueDigest(app.context);

  /** A worker that dies with its `dies`th mail in hand leaves it to the lease; the mail server has not had it. */
  async function send(dies = Infinity): Promise<void> {
    let handed = 0;
    let died = () => {};
    const death = new Promise<void>((resolve) => (died = resolve));
    const mailer: Mailer = {
      async send(mail) {
        handed += 1;
        if (handed >= dies) {
          died();
          return new Promise<never>(() => {});
        }
        for (const title of titles.values()) if (mail.text.includes(title)) got.push(`${mail.to} ${title}`);
        return { code: 250, answer: 'ok' };
      },
      close: async () => {},
    };
    const worker = createDeliveryWorker({ ...app.context, mailer, connections: 1 });
    await worker.takeOverExpired();
    await Promise.race([worker.sendDue(), death]);
    await worker.finishIssues();
  }

  const latestDraft = () =>
    app.db
      .selectFrom('issues')
      .select(['id', 'state'])
      .where('kind', '=', 'digest')
      .where('state', 'in', ['draft', 'sending'])
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();

  async function happen(): Promise<void> {
    const what = random.pick(['article', 'article', 'send', 'send', 'wish', 'digest', 'stop', 'hide'] as const);
    const id = [...titles.keys()].at(-random.between(1, Math.max(1, Math.min(4, titles.size)))) ?? 0;
    if (what === 'article') {
      const title = `Story number ${titles.size + 1}.`;
      const made = await call<{ id: number }>('POST', '/articles/admin', anArticle({ title, isPublished: true }));
      titles.set(made.id, title);
    } else if (what === 'send' && id > 0)
      await call('POST', `/newsletter/admin/send/${id}`, { holdSeconds: random.pick([0, 60]) });
    else if (what === 'wish') {
      const wish = random.pick(['each', 'digest', 'digest', 'none'] as const);
      await app.db.updateTable('subscribers').set({ wish }).where('id', '=', random.between(1, readers)).execute();
    } else if (what === 'digest') {
      const { id: draft, version } = await call<IssueDraft>('POST', issues, { kind: 'digest' });
      await call('POST', `${issues}/${draft}/send`, { holdSeconds: random.pick([0, 60]), version });
    } else if (what === 'stop') {
      const draft = await latestDraft();
      if (draft) await call('POST', `${issues}/${draft.id}/stop`);
    } else if (what === 'hide' && id > 0) {
      await call('PUT', `/articles/admin/${id}`, { isPublished: false });
      if (random.chance(0.5)) await send();
      await call('PUT', `/articles/admin/${id}`, { isPublished: true });
    }
  }

  async function settle(): Promise<void> {
    for (let round = 0; round < 4; round++) {
      app.clock.advance(70_000);
      await send();
    }
  }

  return {
    /** A day with some of everything. */
    async pass(): Promise<void> {
      const steps = random.between(1, 4);
      for (let step = 0; step < steps; step++) {
        await happen();
        app.clock.advance(dayMs / steps);
        await makeDueDigest(app.context);
        await publishDue(app.context);
        if (random.chance(0.7)) await send(random.chance(0.4) ? random.between(1, 4) : Infinity);
      }
    },

    /** All who are left get a last digest of everything. Answers who has had what not once. */
    async end(): Promise<string[]> {
      await settle();
      await app.db.updateTable('subscribers').set({ wish: 'digest' }).execute();
      const { id, version } = await call<IssueDraft>('POST', issues, { kind: 'digest' });
      const things = [...titles.keys()].map((article) => ({ kind: 'article', id: article }));
      const all = { title: 'Everything', note: '', things, isArchived: true, version };
      const saved = await call<IssueDraft>('PUT', `${issues}/${id}/draft`, all);
      await call('POST', `${issues}/${id}/send`, { version: saved.version });
      await settle();
      const wrong: string[] = [];
      for (let reader = 1; reader <= readers; reader++)
        for (const title of titles.values()) {
          const name = `r${reader}@example.org ${title}`;
          const times = got.filter((one) => one === name).length;
          if (times !== 1) wrong.push(`${name} ${times} times`);
        }
      return wrong;
    },

    [Symbol.asyncDispose]: () => site[Symbol.asyncDispose](),
  };
}
