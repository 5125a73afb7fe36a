/**
 * `npm run bench -- newsletter-queue`: how long it takes to queue an issue for its subscribers, for how long that holds up the
 * process at most, and how much memory a worker needs that sends a batch of it. 100,000 subscribers on SQLite; 1,000,000 on
 * PostgreSQL. `newsletter-queue sqlite 5000` measures one size only.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { sendArticleNewsletter } from '#features/newsletter/issues/sending.server.ts';
import type { Engine } from '../support/database.ts';
import { findPostgres } from '../support/postgres.ts';
import { machine, openMailing, siteUrl, startSink } from './newsletter-setup.ts';
import { keep, say } from './report.ts';

const batch = 10_000;
const limitMs = 5_000;
const [only, size] = process.argv.slice(2);
const sizes: [Engine, number][] = [
  ['sqlite', 100_000],
  ['postgres', 1_000_000],
];
const wanted: [Engine, number][] = only ? [[only as Engine, Number(size ?? 100_000)]] : sizes;

type Mailing = Awaited<ReturnType<typeof openMailing>>;

say(`${machine}; a batch is ${batch.toLocaleString('en')} mails\n`);
say(
  '| database | subscribers | queued in | longest hold-up | worker at the start | … at most while it sends a batch |',
);
say('|---|---|---|---|---|---|');
const server = wanted.some(([engine]) => engine === 'postgres') ? await findPostgres() : null;
if (server) process.env.POSTGRES_TEST_URL = server.url;
try {
  await using sink = await startSink();
  for (const [engine, subscribers] of wanted) {
    if (engine === 'postgres' && !server) continue;
    await using mailing = await openMailing({ engine, subscribers });
    const { seconds, holdUpMs } = await queue(mailing, subscribers);
    const { atStart, atMost } = await sendBatch(mailing, sink, Math.min(batch, subscribers));
    const name = engine === 'sqlite' ? 'SQLite' : 'PostgreSQL';
    const cells = [name, subscribers.toLocaleString('en'), `${seconds.toFixed(2)} s`, `${holdUpMs.toFixed(0)} ms`];
    say(`| ${[...cells, `${atStart.toFixed(0)} MB`, `${atMost.toFixed(0)} MB`].join(' | ')} |`);
    if (engine === 'sqlite' && subscribers === 100_000 && seconds * 1000 > limitMs) process.exitCode = 1;
  }
} finally {
  await server?.stop();
}
keep('newsletter queue');

async function queue({ context, sending }: Mailing, subscribers: number) {
  let holdUpMs = 0;
  let last = performance.now();
  const heartbeat = setInterval(() => {
    holdUpMs = Math.max(holdUpMs, performance.now() - last);
    last = performance.now();
  }, 1);
  const started = performance.now();
  const { queued } = await sendArticleNewsletter(context, sending);
  const seconds = (performance.now() - started) / 1000;
  // One beat more: a hold-up shows only once it is over.
  await sleep(10);
  clearInterval(heartbeat);
  if (queued !== subscribers) throw new Error(`${queued} of ${subscribers} were queued`);
  return { seconds, holdUpMs };
}

/** Megabytes that the process of a worker holds. */
async function sendBatch({ dataDir, url }: Mailing, sink: Awaited<ReturnType<typeof startSink>>, mails: number) {
  const before = await sink.taken();
  const worker = spawn(process.execPath, ['src/app/worker-main.ts'], {
    env: {
      PATH: process.env.PATH,
      SITE_URL: siteUrl,
      DATA_DIR: dataDir,
      ...(url ? { DATABASE_URL: url } : {}),
      SMTP_URL: sink.url,
      MAIL_FROM: 'Society <news@society.example>',
      LOG_LEVEL: 'error',
      NEWSLETTER_RATE_PER_SECOND: '100000',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const samples: number[] = [];
  try {
    for (let taken = 0; taken < mails; taken = (await sink.taken()) - before) {
      if (worker.exitCode !== null) throw new Error('The worker has ended');
      if (taken > 0) samples.push(megabytesOf(worker.pid ?? 0));
      await sleep(50);
    }
  } finally {
    worker.kill('SIGKILL');
  }
  return { atStart: samples[0] ?? 0, atMost: Math.max(0, ...samples) };
}

/** Linux only. */
function megabytesOf(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1024;
}
