/**
 * Newsletters and emails on their way, in a world that a seed decides: two workers that are killed, frozen and stopped, a mail
 * server in trouble, lost answers of the database, administrators, subscribers and guests of an event who change their mind. The
 * queues, the worker and the SQL are the real ones. The same seed gives the same world.
 */
import { sql } from 'kysely';
import type { Db } from '#platform/db/db.ts';
import type { Engine, Template } from '../support/database.ts';
import { latestIssue } from '../support/newsletter.ts';
import { type TestApp, testApp } from '../support/test-app.ts';
import { createGuestEvents } from './guest-events.ts';
import { type Checked, findViolations } from './invariants.ts';
import { createMailServer, type Meeting } from './mail-server.ts';
import { createOutboxEvents } from './outbox-events.ts';
import { queuedMails } from './queued-mails.ts';
import { createRandom } from './random.ts';
import { createTime } from './simulated-time.ts';
import { createCrew } from './worker-crew.ts';

const troubledMs = 120_000;
const articlePath = '/articles/admin/1';
const start = Date.parse('2026-11-21T12:00:00.000Z');

/** What a world may come to. */
export type Reached =
  | Meeting
  | `email ${Meeting}`
  | 'killed between the answer of the mail server and the database'
  | 'killed between the answer of the mail server and the outbox'
  | 'killed within a transaction'
  | 'killed before a mail was handed over'
  | 'frozen past its lease'
  | 'frozen with an email past its lease'
  | 'answer to COMMIT lost'
  | 'answer to a statement lost'
  | 'an email is unwanted before it is sent'
  | 'an email is unwanted while it is sent'
  | 'a place goes to the waiting list'
  | 'a guest is erased while an email is sent'
  | 'written twice under one key'
  | 'one sends while the other is frozen'
  | 'stopped in order'
  | 'paused by the mail server'
  | `${'paused' | 'cancelled' | 'unpublished'} with mails in hand`
  | 'sent again'
  | 'waits for its first mail'
  | 'undone'
  | 'unknown outcomes sent again';

export type Report = { violations: string[]; reached: Set<Reached>; trace: string[] };

/** A site with an article, an event to sign up for, subscribers and an administrator's session; each world begins with a copy. */
export type Prepared = { engine: Engine; template: Template; token: string };

/** `mutant`: what a worker does every second that it must not do. */
export async function simulate(
  seed: number,
  { engine, template, token }: Prepared,
  mutant?: (db: Db) => Promise<unknown>,
): Promise<Report> {
  // Anyone who invites tries at once, and leaves the rest to the worker.
  const config = { smtpUrl: 'smtp://127.0.0.1:1', subscribeLimitPerHour: 1000 };
  await using app = await testApp({ engine, template, config });
  // No one cuts the power.
  if (engine === 'sqlite') await sql`PRAGMA synchronous = OFF`.execute(app.db);
  const world = await createWorld(app, seed, { token, mutant });
  await world.trouble();
  await world.calmDown();
  return await world.report();
}

type More = { token: string; mutant: ((db: Db) => Promise<unknown>) | undefined };

async function createWorld(app: TestApp, seed: number, { token, mutant }: More) {
  const random = createRandom(seed);
  const time = createTime();
  const trace: string[] = [];
  const reached = new Set<Reached>();
  const checked: Checked = {
    sentAgain: new Map(),
    unsure: new Set(),
    unwanted: new Map(),
    erased: new Set(),
    problems: [],
  };
  const note = (what: string, about = '') => trace.push(`${time.now()} ${what} ${about}`);
  const noteMeeting = (what: Meeting, name: string, by: string) => {
    const isEmail = name.startsWith('<');
    reached.add(isEmail ? `email ${what}` : what);
    if (what === 'answer lost' || what === 'mail lost' || what === 'abandoned') {
      checked.unsure.add(name);
    }
    // The Message-ID of an email is drawn by the system.
    note(what, `${isEmail ? 'an email' : name} ${by}`);
  };
  /** Or a kill right after it would send the mail twice. */
  const checkRow = async (name: string) => {
    const state = (await time.during(mails)).find((mail) => mail.name === name)?.state;
    // Erased after it was begun: nothing can come twice of it.
    if (state === undefined && checked.erased.has(name)) return;
    if (state !== 'sending' && state !== 'unknown') checked.problems.push(`${name} was handed over while ${state}`);
  };
  const server = createMailServer(time, random, { note: noteMeeting, checkRow });
  const clock = { now: () => new Date(start + time.now()) };
  const context = { ...app.context, clock };
  const mails = () => queuedMails(app.db);
  const crew = createCrew({ context, time, random, server, checked, reached, note, mails, mutant });
  const outbox = createOutboxEvents({ app, random, server, checked, reached, mails, now: clock.now, ask });

  const guests = createGuestEvents({ app, random, server, checked, reached, ask });

  await app.db.deleteFrom('subscribers').where('id', '>', random.between(3, 12)).execute();
  const subscribers = await app.db.selectFrom('subscribers').select('email').orderBy('id').execute();
  for (const { email } of subscribers) if (random.chance(0.06)) server.refused.add(email);
  server.troubles.putsOff = random.next() / 3;
  server.troubles.loses = random.next() / 2;

  async function ask(method: string, path: string, body?: unknown): Promise<number> {
    app.clock.set(clock.now().toISOString());
    const { status } = await app.json(method, path, body, token);
    note(`${method} ${path.replace(/\?.*/, '')}`, String(status));
    return status;
  }

  async function changeMind(): Promise<void> {
    const inHand = (await mails()).some(({ queue, leaseUntil }) => queue === 'deliveries' && leaseUntil !== null);
    const issue = `/newsletter/admin/issues/${await latestIssue(app)}`;
    const what = random.pick([
      'pause',
      'resume',
      'cancel',
      'send',
      'send with a wait',
      'undo',
      'retry',
      'resend-unknown',
      'unpublish',
      'publish',
    ] as const);
    if (what === 'resend-unknown') {
      const unsure = (await mails()).filter(({ queue, state }) => queue === 'deliveries' && state === 'unknown');
      if ((await ask('POST', `${issue}/${what}`)) < 300) {
        reached.add('unknown outcomes sent again');
        for (const { name } of unsure) checked.sentAgain.set(name, (checked.sentAgain.get(name) ?? 0) + 1);
      }
    } else if (what === 'send') {
      if ((await ask('POST', '/newsletter/admin/send/1')) < 300) reached.add('sent again');
    } else if (what === 'send with a wait') {
      await ask('POST', '/newsletter/admin/send/1', { holdSeconds: random.between(1, 20) });
      if (await isInUndoWindow()) reached.add('waits for its first mail');
    } else if (what === 'undo') {
      await takeBack();
    } else if (what === 'unpublish' || what === 'publish') {
      await ask('PUT', articlePath, { isPublished: what === 'publish' });
      if (what === 'unpublish' && inHand) reached.add('unpublished with mails in hand');
    } else {
      const status = await ask('POST', `${issue}/${what}`);
      if (status < 300 && inHand && what === 'pause') reached.add('paused with mails in hand');
      if (status < 300 && inHand && what === 'cancel') reached.add('cancelled with mails in hand');
    }
  }

  async function isInUndoWindow(): Promise<boolean> {
    const delayed = app.db.selectFrom('issues').select('id').where('sendAfter', 'is not', null);
    return (await delayed.executeTakeFirst()) !== undefined;
  }

  /** What the mail server takes afterwards, though it was undone in time, no one excuses. */
  async function takeBack(): Promise<void> {
    const wasDelayed = await isInUndoWindow();
    if ((await ask('POST', `/newsletter/admin/issues/${await latestIssue(app)}/undo`)) >= 300 || !wasDelayed) return;
    reached.add('undone');
    const left = (await mails()).filter(({ queue, state }) => queue === 'deliveries' && state === 'queued');
    if (left.length > 0) checked.problems.push(`${left.length} mails still wait after they were undone`);
  }

  async function happen(): Promise<void> {
    await crew.buryDying();
    if (crew.workers().length < 2 && random.chance(0.02)) crew.begin();
    const talking = crew.talking();
    const worker = talking.length > 0 ? random.pick(talking) : undefined;
    const lot = random.next();
    if (worker && lot < 0.007) {
      worker.isDead = true;
      await crew.bury(worker);
    } else if (worker && lot < 0.02) await crew.freeze(worker);
    else if (worker && lot < 0.026) await crew.stop(worker);
    else if (lot > 0.997) {
      server.troubles.down = !server.troubles.down;
      note(server.troubles.down ? 'down' : 'up');
    } else if (lot > (worker ? 0.985 : 0.995)) await changeMind();
    else if (lot > (worker ? 0.965 : 0.99)) await outbox.happen();
    else if (lot > (worker ? 0.935 : 0.98)) await guests.happen();
  }

  /** Whether everyone has it, or never will. */
  async function look(): Promise<boolean> {
    const found = await mails();
    const paused = app.db.selectFrom('issues').select('id').where('serverPauseSince', 'is not', null);
    if (await paused.executeTakeFirst()) reached.add('paused by the mail server');
    const workers = crew.workers();
    const frozen = workers.filter(({ frozenUntil }) => frozenUntil > time.now() + 1);
    const isSending = found.some(({ state }) => state === 'sending');
    if (isSending && frozen.length > 0 && workers.length > frozen.length)
      reached.add('one sends while the other is frozen');
    return found.every(({ state }) => ['sent', 'failed', 'unknown'].includes(state));
  }

  return {
    async trouble(): Promise<void> {
      crew.begin();
      crew.begin();
      // Some worlds begin with a wait, in which it may be undone.
      const holdSeconds = random.chance(0.3) ? random.between(1, 20) : 0;
      await ask('POST', '/newsletter/admin/send/1', { holdSeconds });
      if (holdSeconds > 0) reached.add('waits for its first mail');
      for (let next = 0; time.now() < troubledMs; ) {
        if (!(await time.step(troubledMs))) time.skip(100);
        await happen();
        if (time.now() < next) continue;
        if (await look()) break;
        next = time.now() + 500;
      }
    },

    /** Nothing goes wrong any more, and what was stopped goes on: now everyone's mail comes to its end. */
    async calmDown(): Promise<void> {
      crew.calmDown();
      Object.assign(server.troubles, { down: false, putsOff: 0, loses: 0 });
      await crew.buryDying();
      await ask('PUT', articlePath, { isPublished: true });
      await guests.calmDown();
      // What was in hand when it was cancelled is given back first.
      while (crew.workers().length < 2) crew.begin();
      await pass(60_000);
      await ask('POST', `/newsletter/admin/issues/${await latestIssue(app)}/resume`);
      await ask('POST', '/newsletter/admin/send/1');
      for (let hours = 0; hours < 12 && !(await isOver()); hours++) {
        await pass(20_000);
        // Skipped over, they would be frozen past their leases.
        while ((await mails()).some(({ state }) => state === 'sending')) await pass(1_000);
        time.skip(61 * 60_000);
      }
      crew.end();
    },

    async report(): Promise<Report> {
      const issues = await app.db.selectFrom('issues').select('state').execute();
      const violations = findViolations({ mails: await mails(), issues, subscribers, server, checked });
      violations.push(...(await guests.findUntold()));
      return { violations, reached, trace };
    },
  };

  async function pass(ms: number): Promise<void> {
    const until = time.now() + ms;
    while (await time.step(until));
    time.skip(until - time.now());
  }

  async function isOver(): Promise<boolean> {
    const open = app.db.selectFrom('issues').select('id').where('state', 'in', ['sending', 'paused']);
    if (await open.executeTakeFirst()) return false;
    return (await mails()).every(
      ({ queue, state }) => queue === 'deliveries' || ['sent', 'failed', 'unknown'].includes(state),
    );
  }
}
