/** The part of `npm run bench -- scale` with very many subscribers: what visitors and administrators do among them. */
import { createApi } from '#app/api.ts';
import { addAdministrator } from '#features/accounts/adding.server.ts';
import { signIn } from '#features/accounts/sign-in/signing-in.server.ts';
import { createNewsletterLinks } from '#features/newsletter/content/newsletter-links.server.ts';
import { systemClock } from '#platform/clock.ts';
import { readConfig } from '#platform/config/config.ts';
import { openMigratedDatabase } from '#platform/db/db.ts';
import { createLog } from '#platform/log.ts';
import { diskStore } from '#platform/storage/disk-store.ts';
import { createStorageOutages } from '#platform/storage-outages.ts';
import { randomToken, sha256 } from '#platform/tokens.ts';
import { type Engine, emptyPlace } from '../support/database.ts';
import { addSubscribers, analyse } from '../support/fill-database.ts';
import { randomFrom } from '../support/random-texts.ts';
import { say } from './report.ts';
import { timesOf } from './time-calls.ts';

const runs = Number(process.env.RUNS ?? 400);
const siteUrl = 'https://society.example';
const terms = ['anna', '@uni', 'example', 'hugo.the', '12345', 'nobody-at-all', 'rosa.of7', 'clinic', 'an', '%', '999'];

export async function measureNewsletter(engine: Engine, count: number): Promise<void> {
  await using place = await emptyPlace(engine);
  const { dataDir, url } = place;
  const database = await openMigratedDatabase({ dataDir, databaseUrl: url });
  const { db } = database;
  const started = performance.now();
  await addSubscribers(db, count);
  await analyse(db);
  const config = {
    ...readConfig({ SITE_URL: siteUrl, DATA_DIR: dataDir }),
    subscribeLimitPerHour: 1_000_000,
  };
  config.newsletter.siteSubscribeLimitPerHour = 1_000_000;
  const log = createLog('silent');
  const outages = createStorageOutages(config, log);
  const context = { db, config, clock: systemClock, log, store: diskStore(dataDir), outages };
  const api = createApi(context);
  const now = systemClock.now();
  const password = 'a password of twenty';
  await addAdministrator(db, { username: 'editor', email: 'editor@society.example', password }, now);
  const outcome = await signIn(
    db,
    { usernameOrEmail: 'editor', password, address: 'local', device: '', ownKey: null, siteUrl: 'http://localhost' },
    now,
  );
  if (!('token' in outcome)) throw new Error('The account has a second factor');
  const { token } = outcome;
  const call = async (method: string, path: string, body?: unknown) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const response = await api.request(`/api/v1/newsletter${path}`, {
      method,
      headers,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const answer = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${answer}`);
  };

  const random = randomFrom(1);
  const someId = () => 1 + Math.floor(random() * count);
  const tokens = Array.from({ length: runs * 2 }, randomToken);
  const times = { createdAt: now.toISOString(), expiresAt: new Date(now.getTime() + 3_600_000).toISOString() };
  const pending = await db
    .selectFrom('subscribers')
    .select('id')
    .where('state', '=', 'pending')
    .limit(tokens.length)
    .execute();
  const confirmations = tokens.map((one, at) => ({
    tokenHash: sha256(one),
    subscriberId: pending[at % pending.length]?.id ?? 1,
    ...times,
    usedAt: null,
  }));
  await db.insertInto('confirmations').values(confirmations).execute();
  const links = await createNewsletterLinks(db, siteUrl);
  const leaving = await db.selectFrom('subscribers').select('email').where('id', 'in', tokens.map(someId)).execute();
  const oneClicks = leaving.map(({ email }) => new URL(links.ownLinks(email).oneClick).search);
  const admin = '/admin/subscribers';

  const calls: [string, (run: number) => Promise<void>][] = [
    ['subscribe', (run) => call('POST', '/subscribe', { email: `new.reader${run}@uni.example` })],
    ['verify', (run) => call('GET', `/verify?token=${tokens[run]}`)],
    ['unsubscribe', (run) => call('DELETE', `/unsubscribe${oneClicks[run % oneClicks.length]}`)],
    ['subscriber page, far down', () => call('GET', `${admin}?limit=50&cursor=${cursorAt(someId())}`)],
    ['search', (run) => call('GET', `${admin}?limit=50&search=${encodeURIComponent(terms[run % terms.length] ?? '')}`)],
    [
      'search, one state',
      (run) =>
        call('GET', `${admin}?limit=50&state=suppressed&search=${encodeURIComponent(terms[run % terms.length] ?? '')}`),
    ],
  ];
  const filled = ((performance.now() - started) / 1000).toFixed(0);
  say(`\n| with ${count.toLocaleString('en')} subscribers (filled in ${filled} s) | p50 | p99 |\n|---|---|---|`);
  for (const [name, one] of calls) {
    const { p50, p99 } = await timesOf(runs, one);
    say(`| ${name} | ${p50.toFixed(1)} ms | ${p99.toFixed(1)} ms |`);
  }
  if (process.env.EACH)
    for (const term of terms) {
      const { p50, p99 } = await timesOf(10, () => call('GET', `${admin}?limit=50&search=${encodeURIComponent(term)}`));
      say(`| ${term} | ${p50.toFixed(1)} ms | ${p99.toFixed(1)} ms |`);
    }
  await database.close();
}

function cursorAt(id: number): string {
  return Buffer.from(JSON.stringify([id])).toString('base64url');
}
