/**
 * Weeks of articles, digests and wishes, as a seed decides: workers die with mails in hand, administrators stop and undo, articles
 * leave the site, subscribers leave and come, the clocks change. In the end each subscriber has had each article of their time once, by
 * itself or in a digest, and none of before twice.
 */
import { setImmediate as letOthersRun } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { runDueSchedules } from '#app/scheduling/run-due-schedules.ts';
import { createDeliveryWorker } from '#features/newsletter/delivery/worker/delivery-worker.server.ts';
import { cancelOnUnpublish } from '#features/newsletter/issues/cancelling-and-purging.server.ts';
import { lastDigestTime, scheduleDueDigest } from '#features/newsletter/issues/drafts/automatic-digests.server.ts';
import { createIssueDraft, saveIssueDraft } from '#features/newsletter/issues/drafts/issue-drafts.server.ts';
import { sendIssueDraft, stopIssue } from '#features/newsletter/issues/drafts/sending-issue-drafts.server.ts';
import { sendArticleNewsletter } from '#features/newsletter/issues/sending.server.ts';
import type { Mailer } from '#platform/mail/mailer-contract.ts';
import { appWithSubscribers, asArrived } from '../support/newsletter.ts';
import { isSample } from '../support/sampled-tests.ts';
import { createRandom, type Random } from './random.ts';

const seeds = Number(process.env.SIMULATION_SEEDS ?? (isSample ? 2 : 6));
const first = Number(process.env.SIMULATION_FIRST ?? 1);
const weeks = Number(process.env.SIMULATION_WEEKS ?? (isSample ? 26 : 78));
const hourMs = 3_600_000;
const timeZone = 'Europe/London';
/** Those of the start; others come. */
const subscribers = 3;

describe('an article by itself and in digests', { concurrent: true }, () => {
  test.for(Array.from({ length: seeds }, (_, n) => first + n))(
    `no one gets it twice and no one misses it in ${weeks} weeks, seed %i`,
    { timeout: 3 * hourMs },
    async (seed) => {
      await using world = await createWorld(createRandom(seed));
      await world.pass(weeks * 7 * 24 * hourMs);
      expect(await world.end()).toEqual([]);
    },
  );
});

async function createWorld(random: Random) {
  const site = await appWithSubscribers('sqlite', subscribers, { config: { smtpUrl: 'smtp://127.0.0.1:1', timeZone } });
  const { context, db, clock } = site.app;
  await sql`PRAGMA synchronous = OFF`.execute(db);
  clock.set(`2027-0${random.between(1, 9)}-0${random.between(1, 9)}T10:00:00.000Z`);
  await db.updateTable('subscribers').set({ confirmedAt: clock.now().toISOString() }).execute();
  const { id: old, ...known } = await db.selectFrom('articles').selectAll().executeTakeFirstOrThrow();
  await db.updateTable('articles').set({ publishedAt: '2026-01-01T00:00:00.000Z' }).execute();
  const { id: administratorId } = await db.selectFrom('administrators').select('id').executeTakeFirstOrThrow();
  const every = random.pick(['week', 'fortnight', 'month'] as const);
  const rule = { every, weekday: random.between(0, 6), hour: random.between(0, 23), fewest: random.between(1, 3) };
  const digests = { key: 'digests', value: JSON.stringify(rule), updatedAt: clock.now().toISOString() };
  await db.insertInto('settings').values(digests).execute();
  await scheduleDueDigest(context);
  const actor = () => ({ administratorId, now: clock.now() });
  const articles: number[] = [];
  /** 'reader article', as often as it came. */
  const got = new Map<string, number>();

  /** A worker that dies with its `dies`th mail in hand leaves it to the lease; the mail server has not had it. */
  async function send(dies = Infinity): Promise<void> {
    let handed = 0;
    let died = () => {};
    const death = new Promise<void>((resolve) => (died = resolve));
    const mailer: Mailer = {
      async send(mail) {
        const { to, text } = await asArrived(mail);
        handed += 1;
        if (handed >= dies) {
          died();
          return new Promise<never>(() => {});
        }
        for (const [, id] of text.matchAll(/Story (\d+)\.\n/g)) {
          const name = `${to} ${id}`;
          got.set(name, (got.get(name) ?? 0) + 1);
        }
        return { code: 250, answer: 'ok' };
      },
      close: async () => {},
    };
    const worker = createDeliveryWorker({ ...context, mailer, connections: 1 });
    await worker.endExpired();
    await Promise.race([worker.sendDue(), death]);
    await worker.finishIssues();
  }

  const newDigest = () => createIssueDraft(context, 'digest', actor());

  async function stopLatest(): Promise<void> {
    const latest = db
      .selectFrom('issues')
      .select('id')
      .where('kind', '=', 'digest')
      .where('state', 'in', ['draft', 'sending']);
    const issue = await latest.orderBy('id', 'desc').limit(1).executeTakeFirst();
    if (issue) await stopIssue(context, { id: issue.id, actor: actor() });
  }

  async function hide(id: number): Promise<void> {
    await db.transaction().execute(async (trx) => {
      await trx.updateTable('articles').set({ isPublished: false }).where('id', '=', id).execute();
      await cancelOnUnpublish(trx, id);
    });
    if (random.chance(0.5)) await send();
    const publishedAt = clock.now().toISOString();
    await db.updateTable('articles').set({ isPublished: true, publishedAt }).where('id', '=', id).execute();
  }

  /** One more comes; or one leaves, comes back, or wants something else. */
  async function changeSubscriber(): Promise<void> {
    const all = await db.selectFrom('subscribers').select(['id', 'state']).orderBy('id').execute();
    const at = clock.now().toISOString();
    if (random.chance(0.05)) {
      const email = `r${all.length + 1}@example.org`;
      const dates = { createdAt: at, confirmedAt: at, unsubscribedAt: null, lastMailAt: at };
      await db
        .insertInto('subscribers')
        .values({ email, emailKey: email, state: 'confirmed', ...dates })
        .execute();
      return;
    }
    const { id, state } = random.pick(all);
    const isLeaving = random.chance(0.2);
    const wish = random.pick(['each', 'digest', 'digest', 'none'] as const);
    const change =
      state === 'unsubscribed'
        ? ({ state: 'confirmed', confirmedAt: at, wish: 'each' } as const)
        : isLeaving
          ? ({ state: 'unsubscribed', unsubscribedAt: at } as const)
          : { wish };
    await db.updateTable('subscribers').set(change).where('id', '=', id).execute();
  }

  async function happen(): Promise<void> {
    const what = random.pick(['article', 'article', 'send', 'send', 'reader', 'digest', 'stop', 'hide'] as const);
    const id = articles.at(-random.between(1, Math.max(1, Math.min(4, articles.length)))) ?? old;
    const undoSeconds = random.pick([0, 60]);
    if (what === 'article') {
      const publishedAt = clock.now().toISOString();
      const made = { ...known, title: `Story ${articles.length + 1}.`, isPublished: true, publishedAt };
      articles.push((await db.insertInto('articles').values(made).returning('id').executeTakeFirstOrThrow()).id);
    } else if (what === 'send' && id !== old)
      await sendArticleNewsletter(context, { articleId: id, administratorId, undoSeconds });
    else if (what === 'reader') await changeSubscriber();
    else if (what === 'digest') {
      const { id: digest, version, things } = await newDigest();
      if (things.length > 0) await sendIssueDraft(context, { id: digest, administratorId, undoSeconds, version });
    } else if (what === 'stop') await stopLatest();
    else if (what === 'hide' && id !== old) await hide(id);
  }

  async function settle(): Promise<void> {
    for (let round = 0; round < 4; round++) {
      clock.advance(70_000);
      await send();
    }
  }

  /** When the site looks what there is to do: at the times of the rule, and when something happens. */
  function momentsUntil(end: number): number[] {
    const due = Date.parse(lastDigestTime(rule, timeZone, new Date(end))?.dueAt ?? '');
    const ahead = Date.parse(lastDigestTime(rule, timeZone, new Date(end + 24 * hourMs))?.dueAt ?? '') - 24 * hourMs;
    const now = clock.now().getTime();
    return [due, ahead, end].filter((at) => at > now && at <= end).toSorted((a, b) => a - b);
  }

  return {
    async pass(ms: number): Promise<void> {
      const last = clock.now().getTime() + ms;
      while (clock.now().getTime() < last) {
        const isOff = random.chance(0.05);
        const end = clock.now().getTime() + random.between(1, 264) * hourMs;
        for (const moment of isOff ? [end] : momentsUntil(end)) {
          clock.set(new Date(moment).toISOString());
          await scheduleDueDigest(context);
          await runDueSchedules(context);
          if (random.chance(0.7)) await send(random.chance(0.4) ? random.between(1, 4) : Infinity);
        }
        for (let left = random.between(1, 3); left > 0; left--) await happen();
        await letOthersRun();
      }
    },

    /** All who are there, or come back, get a last digest of everything. Answers who has had what not once. */
    async end(): Promise<string[]> {
      await settle();
      await db.updateTable('subscribers').set({ state: 'confirmed', wish: 'digest' }).execute();
      const { id, version } = await newDigest();
      const things = articles.map((article) => ({ kind: 'article' as const, id: article }));
      const input = { title: 'Everything', note: '', things, isArchived: true, version };
      const saved = await saveIssueDraft(context, { id, input, actor: actor() });
      await sendIssueDraft(context, { id, administratorId, version: saved.version });
      await settle();
      const wrong: string[] = [];
      const published = await db
        .selectFrom('articles')
        .select(['title', 'publishedAt'])
        .where('id', '!=', old)
        .execute();
      for (const { email, confirmedAt } of await db.selectFrom('subscribers').selectAll().execute())
        for (const { title, publishedAt } of published) {
          const times = got.get(`${email} ${/\d+/.exec(title)?.[0]}`) ?? 0;
          const isOfTheirTime = (publishedAt ?? '') >= (confirmedAt ?? '');
          if (times > 1 || (times === 0 && isOfTheirTime)) wrong.push(`${email} ${title} ${times} times`);
        }
      return wrong;
    },

    [Symbol.asyncDispose]: () => site[Symbol.asyncDispose](),
  };
}
