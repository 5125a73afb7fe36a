/**
 * A newsletter on its way, in a world that a seed decides: two workers that are killed, frozen and stopped, a mail server in
 * trouble, administrators who change their mind. The queue, the worker and the SQL are the real ones. The same seed gives
 * the same world.
 */
import { sql } from 'kysely';
import type { Template } from '../support/database.ts';
import { type TestApp, testApp } from '../support/test-app.ts';
import { type Checked, findViolations } from './invariants.ts';
import { createMailServer, type Meeting } from './mail-server.ts';
import { createRandom } from './random.ts';
import { createTime, type Process } from './time.ts';
import { startWorker, type Worker } from './worker.ts';

const leaseMs = 8_000;
const troubledMs = 120_000;
const articlePath = '/articles/admin/1';
const start = Date.parse('2026-11-21T12:00:00.000Z');

/** What a world may come to. */
export type Reached =
  | Meeting
  | 'killed between the answer of the mail server and the database'
  | 'killed within a transaction'
  | 'killed before a mail was handed over'
  | 'frozen past its lease'
  | 'one sends while the other is frozen'
  | 'stopped in order'
  | 'breaker open'
  | `${'paused' | 'cancelled' | 'unpublished'} with mails in hand`
  | 'sent again'
  | 'unknown outcomes sent again';

export type Report = { violations: string[]; reached: Set<Reached>; trace: string[] };

/** A site with an article, its readers and an administrator's session; each world begins with a copy. */
export type Prepared = { template: Template; token: string };

export async function simulate(seed: number, { template, token }: Prepared): Promise<Report> {
  await using app = await testApp({ template });
  // Nobody cuts the power.
  await sql`PRAGMA synchronous = OFF`.execute(app.db);
  const world = await createWorld(app, seed, token);
  await world.trouble();
  await world.calmDown();
  return await world.report();
}

async function createWorld(app: TestApp, seed: number, token: string) {
  const random = createRandom(seed);
  const time = createTime();
  const trace: string[] = [];
  const reached = new Set<Reached>();
  const checked: Checked = { excused: new Map(), unknown: new Set() };
  const note = (what: string, about = '') => trace.push(`${time.now()} ${what} ${about}`);
  const server = createMailServer(time, random, (what, to, by) => {
    reached.add(what);
    if (what === 'answer lost' || what === 'mail lost' || what === 'abandoned') checked.unknown.add(to);
    note(what, `${to} ${by}`);
  });
  const clock = { now: () => new Date(start + time.now()) };
  const context = { ...app.context, clock };
  const rates = { kill: random.next() / 30, putsOff: random.next() / 3, loses: random.next() / 2 };
  const connections = random.between(1, 4);
  let workers: Worker[] = [];
  let started = 0;
  let isCalm = false;
  /** Killed within a statement: what that means is looked at when it has been rolled back. */
  const dying: Process[] = [];

  await app.db.deleteFrom('subscribers').where('id', '>', random.between(3, 12)).execute();
  const readers = await app.db.selectFrom('subscribers').select('email').orderBy('id').execute();
  for (const { email } of readers) if (random.chance(0.06)) server.refused.add(email);
  server.troubles.putsOff = rates.putsOff;
  server.troubles.loses = rates.loses;

  function begin(): void {
    started += 1;
    const isKilledAt = (process: Process, statement: string) => {
      const isWrite = /^(update|insert|delete|commit)/i.test(statement);
      if (isCalm || !isWrite || !random.chance(rates.kill)) return false;
      process.isDead = true;
      reached.add('killed within a transaction');
      dying.push(process);
      return true;
    };
    workers.push(startWorker(`worker ${started}`, { context, time, random, server, connections, isKilledAt }));
    note('begins', `worker ${started}`);
  }

  const rows = () =>
    app.db
      .selectFrom('deliveries')
      .innerJoin('subscribers', 'subscribers.id', 'deliveries.subscriberId')
      .select(['subscribers.email', 'deliveries.state', 'deliveries.leaseOwner'])
      .orderBy('deliveries.id')
      .execute();

  /** What was handed over and is not written down may come twice: no queue can know of it. Excused at once or never. */
  async function excuseHanded(process: Process): Promise<number> {
    const open = server.handed.get(process) ?? new Set<string>();
    server.handed.delete(process);
    const unwritten = (await rows()).filter(({ email, state }) => state === 'sending' && open.has(email));
    for (const { email } of unwritten) excuse(email);
    return unwritten.length;
  }

  function excuse(email: string): void {
    checked.excused.set(email, (checked.excused.get(email) ?? 0) + 1);
  }

  async function bury(process: Process): Promise<void> {
    const count = await excuseHanded(process);
    reached.add(
      count > 0
        ? 'killed between the answer of the mail server and the database'
        : 'killed before a mail was handed over',
    );
    note('killed', `${process.name} ${count}`);
    workers = workers.filter((worker) => worker !== process);
  }

  async function freeze(worker: Worker): Promise<void> {
    const ms = random.between(leaseMs / 2, 2 * leaseMs);
    worker.frozenUntil = time.now() + ms;
    note('frozen', `${worker.name} ${ms}`);
    if (ms <= leaseMs) return;
    await excuseHanded(worker);
    reached.add('frozen past its lease');
  }

  async function stop(worker: Worker): Promise<void> {
    worker.isStopped = true;
    note('stops', worker.name);
    let isOver = false;
    void worker.deliveryWorker.stop().then(() => {
      isOver = true;
    });
    while (!isOver && !worker.isDead && (await time.step()));
    if (worker.isDead) return;
    // A stop may be too short to write an end down.
    await excuseHanded(worker);
    worker.isDead = true;
    workers = workers.filter((one) => one !== worker);
    reached.add('stopped in order');
  }

  async function ask(method: string, path: string, body?: unknown): Promise<number> {
    app.clock.set(clock.now().toISOString());
    const { status } = await app.json(method, path, body, token);
    note(`${method} ${path}`, String(status));
    return status;
  }

  async function changeMind(): Promise<void> {
    const inHand = (await rows()).some(({ state }) => state === 'sending');
    const issue = '/newsletter/admin/issues/1';
    const what = random.pick([
      'pause',
      'resume',
      'cancel',
      'send',
      'retry',
      'resend-unknown',
      'unpublish',
      'publish',
    ] as const);
    if (what === 'resend-unknown') {
      for (const { email, state } of await rows()) if (state === 'unknown') excuse(email);
      if ((await ask('POST', `${issue}/${what}`)) < 300) reached.add('unknown outcomes sent again');
    } else if (what === 'send') {
      if ((await ask('POST', '/newsletter/admin/send/1')) < 300) reached.add('sent again');
    } else if (what === 'unpublish' || what === 'publish') {
      await ask('PUT', articlePath, { isPublished: what === 'publish' });
      if (what === 'unpublish' && inHand) reached.add('unpublished with mails in hand');
    } else {
      const status = await ask('POST', `${issue}/${what}`);
      if (status < 300 && inHand && what === 'pause') reached.add('paused with mails in hand');
      if (status < 300 && inHand && what === 'cancel') reached.add('cancelled with mails in hand');
    }
  }

  async function happen(): Promise<void> {
    for (const process of dying.splice(0)) await bury(process);
    if (workers.length < 2 && random.chance(0.02)) begin();
    const talking = workers.filter((worker) => server.talking.includes(worker) && worker.frozenUntil <= time.now());
    const worker = talking.length > 0 ? random.pick(talking) : undefined;
    const lot = random.next();
    if (worker && lot < 0.007) {
      worker.isDead = true;
      await bury(worker);
    } else if (worker && lot < 0.02) await freeze(worker);
    else if (worker && lot < 0.026) await stop(worker);
    else if (lot > 0.997) {
      server.troubles.down = !server.troubles.down;
      note(server.troubles.down ? 'down' : 'up');
    } else if (lot > (worker ? 0.985 : 0.995)) await changeMind();
  }

  /** Whether everybody has it, or never will. */
  async function look(): Promise<boolean> {
    const found = await rows();
    if (await app.db.selectFrom('mailBreaker').select('id').executeTakeFirst()) reached.add('breaker open');
    const frozen = workers.filter(({ frozenUntil }) => frozenUntil > time.now() + 1);
    const isSending = found.some(({ state }) => state === 'sending');
    if (isSending && frozen.length > 0 && workers.length > frozen.length)
      reached.add('one sends while the other is frozen');
    return found.every(({ state }) => state === 'sent' || state === 'failed');
  }

  return {
    async trouble(): Promise<void> {
      begin();
      begin();
      await ask('POST', '/newsletter/admin/send/1');
      for (let next = 0; time.now() < troubledMs; ) {
        if (!(await time.step(troubledMs))) time.skip(100);
        await happen();
        if (time.now() < next) continue;
        if (await look()) break;
        next = time.now() + 500;
      }
    },

    /** Nothing goes wrong any more, and what was stopped goes on: now everybody's mail comes to its end. */
    async calmDown(): Promise<void> {
      isCalm = true;
      Object.assign(server.troubles, { down: false, putsOff: 0, loses: 0 });
      for (const process of dying.splice(0)) await bury(process);
      await ask('PUT', articlePath, { isPublished: true });
      // What was in hand when it was cancelled is given back first.
      while (workers.length < 2) begin();
      await pass(60_000);
      await ask('POST', '/newsletter/admin/issues/1/resume');
      await ask('POST', '/newsletter/admin/send/1');
      for (let hours = 0; hours < 12 && !(await isOver()); hours++) {
        await pass(20_000);
        // Skipped over, they would be frozen past their leases.
        while ((await rows()).some(({ state }) => state === 'sending')) await pass(1_000);
        time.skip(61 * 60_000);
      }
      for (const worker of workers) worker.isDead = true;
    },

    async report(): Promise<Report> {
      const issues = await app.db.selectFrom('issues').select('state').execute();
      const violations = findViolations({ rows: await rows(), issues, readers, server, checked });
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
    return (await open.executeTakeFirst()) === undefined;
  }
}
