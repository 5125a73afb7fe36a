/**
 * `npm run bench -- import`: how long pages take while a list of 30,000 addresses is imported (`import 100000` is any other), against the
 * same site idle, before and after it; then the same while a newsletter goes out. The aim is a 99th percentile of at most
 * twice the idle site's.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '#platform/db/db.ts';
import { anArticle } from '../support/builders.ts';
import { administrator, type Site, startSite } from '../support/site.ts';
import { addReaders, content, machine, startSink } from './mailing.ts';
import { say } from './report.ts';
import { figures } from './times.ts';

const lines = Number(process.argv[2] ?? 30_000);
const idleMs = 10_000;
const pagesPerSecond = 40;
const mailsPerSecond = 50;
const limit = 2;

say(`${machine}; ${lines.toLocaleString('en')} lines, ${pagesPerSecond} pages a second\n`);
say('| newsletter | the import took | idle: median, p99 | importing: median, p99, slowest | ratio of p99 |');
say('|---|---|---|---|---|');
await bench(false);
await bench(true);

async function bench(isSending: boolean): Promise<void> {
  await using sink = await startSink();
  const mail = { SMTP_URL: sink.url, MAIL_FROM: 'Society <news@society.example>' };
  const rate = { NEWSLETTER_RATE_PER_SECOND: String(mailsPerSecond) };
  const site = await startSite({ ...mail, ...rate, SEED_DEMO: 'true', LOG_LEVEL: 'error' });
  try {
    const call = await signedIn(site);
    const { id } = (await call('/articles/admin', JSON.stringify(anArticle({ content, isPublished: true })))) as {
      id: number;
    };
    if (isSending) {
      const database = await openDatabase({ dataDir: site.dataDir });
      await addReaders(database.db, 20_000);
      await database.close();
      await call(`/newsletter/admin/send/${id}`);
    }
    const addresses = ['/', '/articles', `/articles/${id}`, '/events', '/about'].map((path) => site.url + path);
    await browse(addresses, sleep(idleMs / 2));
    // Sending or not on both sides: what the import costs is asked.
    const before = await browse(addresses, sleep(idleMs));
    const started = performance.now();
    const importing = call('/newsletter/admin/subscribers/import', list());
    const during = await browse(addresses, importing);
    const seconds = (performance.now() - started) / 1000;
    const { addedConfirmed } = (await importing) as { addedConfirmed: number };
    if (addedConfirmed !== lines) throw new Error(`${addedConfirmed} of ${lines} were added`);
    const idle = [...before, ...(await browse(addresses, sleep(idleMs)))];
    const [a, b] = [figures(idle), figures(during)];
    const ratio = b.p99 / a.p99;
    const cell = ({ p50, p99 }: { p50: number; p99: number }) => `${p50.toFixed(1)}, ${p99.toFixed(1)}`;
    const slowest = Math.max(...during).toFixed(1);
    const name = isSending ? `${mailsPerSecond} a second` : 'none';
    say(
      `| ${[name, `${seconds.toFixed(1)} s`, `${cell(a)} ms`, `${cell(b)}, ${slowest} ms`, ratio.toFixed(2)].join(' | ')} |`,
    );
    if (ratio > limit) process.exitCode = 1;
  } finally {
    await site.stop();
  }
}

function list(): FormData {
  const rows = Array.from({ length: lines }, (_, n) => `imported.reader.${n}@list${n % 97}.example.org,yes\n`);
  const form = new FormData();
  form.append('file', new File([`email,confirmed\n${rows.join('')}`], 'list.csv'));
  return form;
}

/** Milliseconds that each page took, asked for at a steady rate until `end`, however long the others take. */
async function browse(addresses: string[], end: Promise<unknown>): Promise<number[]> {
  let isOver = false;
  const over = end.finally(() => (isOver = true));
  const started = performance.now();
  const pages: Promise<number>[] = [];
  for (let n = 0; !isOver; n++) {
    const due = started + (n * 1000) / pagesPerSecond;
    await sleep(Math.max(0, due - performance.now()));
    pages.push(timed(addresses[n % addresses.length] ?? ''));
  }
  await over;
  return Promise.all(pages);
}

async function timed(address: string): Promise<number> {
  const started = performance.now();
  const response = await fetch(address);
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  return performance.now() - started;
}

async function signedIn({ url }: Site) {
  const post = async (path: string, body?: string | FormData, token?: string): Promise<unknown> => {
    const headers: Record<string, string> = typeof body === 'string' ? { 'content-type': 'application/json' } : {};
    if (token) headers.authorization = `Bearer ${token}`;
    const response = await fetch(`${url}/api/v1${path}`, { method: 'POST', headers, ...(body ? { body } : {}) });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return response.json();
  };
  const { username, password } = administrator;
  const login = JSON.stringify({ usernameOrEmail: username, password });
  const { token } = (await post('/admin/login', login)) as { token: string };
  return (path: string, body?: string | FormData) => post(path, body, token);
}
