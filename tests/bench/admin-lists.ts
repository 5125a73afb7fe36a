/** `npm run bench -- lists`: how long the administrators' lists take with 5,000 articles, events and members, on both engines. */
import { sql } from 'kysely';
import { type Db, isPostgres } from '#platform/db/db.ts';
import { indexQueuedRows } from '#platform/db/search/indexing.ts';
import type { Engine } from '../support/database.ts';
import { findPostgres } from '../support/postgres.ts';
import { testApp } from '../support/test-app.ts';

const rows = 5000;
const runs = 31;
const words = 'bat farm river vaccine soil clinic virus student lecture harvest fever marsh antibiotic dog city'.split(
  ' ',
);

const server = await findPostgres();
if (server) process.env.POSTGRES_TEST_URL = server.url;
try {
  await bench('sqlite');
  if (server) await bench('postgres');
} finally {
  await server?.stop();
}

async function bench(engine: Engine): Promise<void> {
  await using app = await testApp({ engine });
  const token = await app.signIn();
  await fill(app.db);
  // The worker's part: else searches find nothing.
  await indexQueuedRows(app.db);
  console.log(`${engine}: ${rows} of each, fastest and median of ${runs}`);
  const measure = async (label: string, path: string) => {
    const times: number[] = [];
    let answer = { bytes: 0, found: '' };
    for (let run = 0; run < runs; run += 1) {
      const start = performance.now();
      const response = await app.request(`/api/v1${path}`, { headers: { authorization: `Bearer ${token}` } });
      const body = await response.text();
      if (!response.ok) throw new Error(`${path} answered ${response.status}: ${body}`);
      times.push(performance.now() - start);
      answer = { bytes: body.length, found: response.headers.get('x-total-count') ?? '' };
    }
    times.sort((a, b) => a - b);
    const [fastest = 0, median = 0] = [times[0], times[Math.floor(runs / 2)]];
    const size = `${Math.round(answer.bytes / 1000)} kB`;
    const milliseconds = [fastest, median].map((time) => time.toFixed(1).padStart(8)).join('');
    console.log(`${label.padEnd(30)}${milliseconds} ms${size.padStart(9)}  of ${answer.found}`);
  };
  for (const [name, list] of [
    ['articles', '/articles/admin?limit=60&fields=card'],
    ['events', '/events/admin?limit=60'],
    ['members', '/members/admin?limit=60'],
  ] as const) {
    await measure(`${name}, first page`, list);
    await measure(`${name}, far down`, `${list}&cursor=${await farDown(list)}`);
    await measure(`${name}, search with hits`, `${list}&search=marsh`);
    await measure(`${name}, search without`, `${list}&search=nothing-like-this`);
  }

  async function farDown(list: string): Promise<string> {
    let cursor = '';
    for (let page = 0; page < 40; page += 1) {
      const path = `/api/v1${list}${cursor && `&cursor=${cursor}`}`;
      const response = await app.request(path, { headers: { authorization: `Bearer ${token}` } });
      cursor = encodeURIComponent(response.headers.get('x-next-cursor') ?? cursor);
    }
    return cursor;
  }
}

async function fill(db: Db): Promise<void> {
  const at = (index: number) => new Date(Date.UTC(2020, 0, 1) + index * 3_600_000).toISOString();
  for (let start = 0; start < rows; start += 100) {
    const ids = Array.from({ length: 100 }, (_, offset) => start + offset);
    const common = (id: number) => ({ imageUrl: null, createdAt: at(id), updatedAt: at(id), deletedAt: null });
    await db
      .insertInto('articles')
      .values(
        ids.map((id) => ({
          ...common(id),
          title: `${word(id)} ${id}`,
          description: text(id, 30),
          content: `<p>${text(id, 1000)}</p>`,
          contentText: text(id, 1000),
          excerpt: null,
          imageAlt: '',
          isPublished: id % 4 > 0,
          isFeatured: false,
          publishedAt: id % 4 > 0 ? at(id) : null,
        })),
      )
      .execute();
    await db
      .insertInto('events')
      .values(
        ids.map((id) => ({
          ...common(id),
          title: `${word(id)} ${id}`,
          eventDate: at(id).slice(0, 19),
          startsAt: at(id),
          location: 'Lecture hall',
          description: text(id, 60),
        })),
      )
      .execute();
    await db
      .insertInto('members')
      .values(
        ids.map((id) => ({
          ...common(id),
          name: `${word(id * 7)} ${id}`,
          position: word(id),
          bio: text(id, 30),
          isActive: true,
          joinDate: at(id),
          sortOrder: null,
        })),
      )
      .execute();
  }
  // PostgreSQL does so by itself after a while; the site never does on SQLite.
  if (isPostgres(db)) await sql`analyze`.execute(db);
}

function word(index: number): string {
  return words[index % words.length] ?? '';
}

function text(seed: number, length: number): string {
  return Array.from({ length }, (_, index) => word(seed * 31 + index * index)).join(' ');
}
