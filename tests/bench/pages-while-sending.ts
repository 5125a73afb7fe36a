/**
 * `npm run bench -- pages-while-sending`: how long pages take while a newsletter goes out, against the same
 * site with that newsletter paused, in turns: at the default rate, and at 200 mails a second, which makes 10,000 (a number behind it is any other). The aim
 * is a 99th percentile of at most twice the idle site's.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { openMigratedDatabase } from '#platform/db/db.ts';
import { anArticle } from '../support/builders.ts';
import { administrator, startSite } from '../support/site.ts';
import { addSubscribers, content, machine, startSink } from './newsletter-setup.ts';
import { keep, say } from './report.ts';

const rounds = 10;
const turnMs = 5_000;
const pagesPerSecond = 40;
const limit = 2;
const rates = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [10, 200];

type Turn = { times: number[]; mails: number };

say(`${machine}; ${pagesPerSecond} pages a second, ${rounds} turns of ${turnMs / 1000} s each\n`);
say('| mails a second | sent in the meantime | idle: median, p99 | sending: median, p99 | ratio of p99 |');
say('|---|---|---|---|---|');
for (const rate of rates) await bench(rate);
keep('pages while sending');

async function bench(rate: number): Promise<void> {
  await using sink = await startSink();
  const mail = { SMTP_URL: sink.url, MAIL_FROM: 'Society <news@society.example>' };
  const settings = { ...mail, NEWSLETTER_RATE_PER_SECOND: String(rate), SEED_DEMO: 'true', LOG_LEVEL: 'error' };
  const site = await startSite(settings);
  try {
    const database = await openMigratedDatabase({ dataDir: site.dataDir });
    // More than can go out until the last turn has ended.
    await addSubscribers(database.db, Math.ceil((rate * rounds * turnMs) / 500));
    await database.close();
    const call = await signedIn(site.url);
    const { id } = await call<{ id: number }>('/articles/admin', anArticle({ content, isPublished: true }));
    const { issueId } = await call<{ issueId: number }>(`/newsletter/admin/send/${id}`);
    await call(`/newsletter/admin/issues/${issueId}/pause`);
    const addresses = ['/', '/articles', `/articles/${id}`, '/events', '/about'].map((path) => site.url + path);
    await browse(addresses);

    const turn = async (verb: 'pause' | 'resume'): Promise<Turn> => {
      await call(`/newsletter/admin/issues/${issueId}/${verb}`);
      // Until what is under way has ended, or the first mails have left.
      await sleep(1_500);
      const before = await sink.taken();
      return { times: await browse(addresses), mails: (await sink.taken()) - before };
    };
    const idle: Turn[] = [];
    const sending: Turn[] = [];
    for (let round = 0; round < rounds; round++) {
      if (round > 0) idle.push(await turn('pause'));
      else idle.push({ times: await browse(addresses), mails: 0 });
      sending.push(await turn('resume'));
    }
    report(rate, idle, sending);
  } finally {
    await site.stop();
  }
}

/** Milliseconds that each page took, asked for at a steady rate however long the others take. */
async function browse(addresses: string[]): Promise<number[]> {
  const started = performance.now();
  const pages: Promise<number>[] = [];
  for (let n = 0; performance.now() - started < turnMs; n++) {
    const due = started + (n * 1000) / pagesPerSecond;
    await sleep(Math.max(0, due - performance.now()));
    pages.push(timed(addresses[n % addresses.length] ?? ''));
  }
  return Promise.all(pages);
}

async function timed(address: string): Promise<number> {
  const started = performance.now();
  const response = await fetch(address);
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  return performance.now() - started;
}

function report(rate: number, idle: Turn[], sending: Turn[]): void {
  const mails = (turns: Turn[]) => turns.reduce((sum, turn) => sum + turn.mails, 0);
  if (mails(idle) > 0) throw new Error('Mails went out while the newsletter was paused');
  const seconds = (rounds * turnMs) / 1000;
  const [a, b] = [idle, sending].map((turns) => turns.flatMap(({ times }) => times).sort((x, y) => x - y)) as [
    number[],
    number[],
  ];
  const ratio = at(b, 0.99) / at(a, 0.99);
  const cell = (times: number[]) => `${at(times, 0.5).toFixed(1)}, ${at(times, 0.99).toFixed(1)} ms`;
  const sent = `${mails(sending).toLocaleString('en')} (${(mails(sending) / seconds).toFixed(0)}/s)`;
  say(`| ${[rate, sent, cell(a), cell(b), ratio.toFixed(2)].join(' | ')} |`);
  if (ratio > limit) process.exitCode = 1;
}

function at(sorted: number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

async function signedIn(url: string) {
  const { username, password } = administrator;
  const post = async <T>(path: string, body?: unknown, token?: string): Promise<T> => {
    const headers: Record<string, string> = { 'content-type': 'application/json' };
    if (token) headers.authorization = `Bearer ${token}`;
    const init = { method: 'POST', headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    const response = await fetch(`${url}/api/v1${path}`, init);
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as T;
  };
  const { token } = await post<{ token: string }>('/admin/login', { usernameOrEmail: username, password });
  return <T>(path: string, body?: unknown) => post<T>(path, body, token);
}
