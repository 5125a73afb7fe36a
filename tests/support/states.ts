/** Brings a running site into the states that its screens have words for: by its API, else in its database file. */
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { expect, type Page, type Request } from '@playwright/test';
import type { ArticleInput } from '#features/articles/article.schema.ts';
import type { SocietyEventInput } from '#features/events/event.schema.ts';
import type { MemberInput } from '#features/members/member.schema.ts';
import { aMember, anArticle, anEvent } from './builders.ts';
import { patient } from './patience.ts';
import { administrator, type Site } from './site.ts';

type Table = 'articles' | 'events' | 'members';

/** Each `add…` answers the new id; an article is published unless the change says otherwise. */
export type Editor = {
  addArticle(change?: Partial<ArticleInput>): Promise<number>;
  addEvent(change?: Partial<SocietyEventInput>): Promise<number>;
  addMember(change?: Partial<MemberInput>): Promise<number>;
};

/** Signs in by the API and adds as an administrator would. */
export async function editorOf(site: Site): Promise<Editor> {
  const token = await tokenOf(site);
  const add = async (path: string, body: unknown) => (await post<{ id: number }>(site, path, body, token)).id;
  return {
    addArticle: (change) => add('/articles/admin', anArticle({ isPublished: true, ...change })),
    addEvent: (change) => add('/events/admin', anEvent(change)),
    addMember: (change) => add('/members/admin', aMember(change)),
  };
}

/** Signs in by the API. */
export async function tokenOf(site: Pick<Site, 'url'>, { username, password } = administrator): Promise<string> {
  return (await post<{ token: string }>(site, '/admin/login', { usernameOrEmail: username, password })).token;
}

export async function post<T>(site: Pick<Site, 'url'>, path: string, body: unknown, token?: string): Promise<T> {
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (token) headers.authorization = `Bearer ${token}`;
  const response = await fetch(`${site.url}/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`POST ${path} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}

/** One statement on the database file beside the running site; answers the rows of a query. */
export function inDatabase(site: Site, sql: string, ...values: SQLInputValue[]): Record<string, unknown>[] {
  const database = new DatabaseSync(join(site.dataDir, 'site.db'), { timeout: patient(10_000) });
  try {
    return database.prepare(sql).all(...values);
  } finally {
    database.close();
  }
}

/** Another administrator with the first one's password. */
export function addColleague(site: Site, username: string): typeof administrator {
  inDatabase(
    site,
    `INSERT INTO administrators (username, username_key, email, email_key, password_hash, is_active, created_at)
     SELECT ?, ?, ?, ?, password_hash, is_active, created_at FROM administrators WHERE id = 1`,
    ...[username, username, `${username}@society.example`, `${username}@society.example`],
  );
  return { username, password: administrator.password };
}

export function empty(site: Site, ...tables: Table[]): void {
  for (const table of tables) inDatabase(site, `DELETE FROM ${table}`);
}

export function setSetting(site: Site, key: string, value: unknown): void {
  const sql = 'INSERT OR REPLACE INTO settings (key, value, updated_at) VALUES (?, ?, ?)';
  inDatabase(site, sql, key, JSON.stringify(value), new Date().toISOString());
}

/** Every call of the real API that reads `table` fails until `repair` is called, which may be done twice. */
export function breakTable(site: Site, table: Table): { repair: () => void } {
  inDatabase(site, `ALTER TABLE ${table} RENAME TO ${table}_away`);
  forgetPages(site);
  let isBroken = true;
  const repair = () => {
    if (isBroken) inDatabase(site, `ALTER TABLE ${table}_away RENAME TO ${table}`);
    if (isBroken) forgetPages(site);
    isBroken = false;
  };
  return { repair };
}

/** Triggers do not see a table go; as after any change, no page made before is shown again. */
function forgetPages(site: Site): void {
  inDatabase(site, 'UPDATE content_version SET version = version + 1');
}

/** Opens a page and waits until the browser has taken it over. */
export async function open(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await handedOver(page);
}

/** Waits until the scripts have taken the page over. */
export async function handedOver(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate('history.scrollRestoration')).toBe('manual');
}

/** Keeps the page's own calls to `path` (below /api/v1, a glob) on their way until they are released. */
export async function hold(page: Page, path: string): Promise<{ release: () => void }> {
  const gate = Promise.withResolvers<void>();
  await page.route(`**/api/v1${path}`, async (route) => {
    await gate.promise;
    // The page may have gone on in the meantime.
    await route.fallback().catch(() => {});
  });
  return { release: gate.resolve };
}

/** The page's scripts come when they are released, but for the one that stands in for them until then. */
export async function holdScripts(page: Page): Promise<{ release: () => void }> {
  const gate = Promise.withResolvers<void>();
  await page.route(/assets\/(?!after-paint).*\.js$/, async (route) => {
    await gate.promise;
    await route.continue();
  });
  return { release: gate.resolve };
}

/** Answers the page's own calls to `path`: with a status and a body, or not at all. */
export async function answer(page: Page, path: string, reply: { status?: number; json?: unknown } | 'nothing') {
  await page.route(`**/api/v1${path}`, (route) => (reply === 'nothing' ? route.abort() : route.fulfill(reply)));
}

/** The calls that the page itself makes to the API, as 'GET /articles', in their order. */
export function callsOf(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request: Request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/api/v1')) calls.push(`${request.method()} ${pathname.slice(7)}${search}`);
  });
  return calls;
}

/** Takes the browser's own lines about failures that a test has caused out of what must be empty at its end. */
export function expectNoise(noise: string[], pattern: RegExp): void {
  const others = noise.filter((line) => !pattern.test(line));
  noise.splice(0, noise.length, ...others);
}
