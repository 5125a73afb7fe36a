/** The API as a test sees it: a fresh database, a clock that the test moves, a store in a folder of its own. */
import { type ApiApp, createApi } from '#app/api.ts';
import { insertAdministrator } from '#features/accounts/adding.server.ts';
import { openSession } from '#features/accounts/sessions/sessions.server.ts';
import { audit } from '#platform/audit.ts';
import { type Config, readConfig } from '#platform/config/config.ts';
import type { AppContext } from '#platform/context.ts';
import { internet } from '#platform/internet/fetch-public.ts';
import { createLog } from '#platform/log.ts';
import { diskStore } from '#platform/storage/disk-store.ts';
import type { Store } from '#platform/storage/store.ts';
import { createStorageOutages } from '#platform/storage-outages.ts';
import { type Engine, freshDatabase, type Template } from './database.ts';

type Options = { engine?: Engine; now?: string; config?: Partial<Config>; store?: Store; template?: Template };

export type Answer<T> = { status: number; headers: Headers; body: T };

export type TestApp = Awaited<ReturnType<typeof testApp>>;

/** Of 'a password of twenty'. It costs little to look at: what a real one costs, hundreds of sign-ins would not show better. */
const passwordHash = '$argon2id$v=19$m=8,t=1,p=1$BwcHBwcHBwcHBwcHBwcHBw$0XNsUFkANNeNQ8gc0ioDmREi0cwvFRuf9x+pBMAcT+0';

/** Use with `await using`: `await using app = await testApp({ engine })`. */
export async function testApp({
  engine = 'sqlite',
  now = '2026-11-21T12:00:00.000Z',
  config = {},
  store,
  template,
}: Options = {}) {
  const database = await freshDatabase(engine, template);
  const { db, dataDir } = database;
  const clock = movableClock(now);
  const settings = {
    ...readConfig({ SITE_URL: 'https://society.example', DATA_DIR: dataDir, NEWSLETTER_RATE_PER_SECOND: '10000' }),
    // For a thread that opens the database itself.
    databaseUrl: database.url,
    ...config,
  };
  const log = createLog('silent');
  const context: AppContext = {
    db,
    config: settings,
    clock,
    log,
    store: store ?? diskStore(dataDir),
    outages: createStorageOutages(settings, log),
    // No test asks other sites.
    internet: { ...internet, resolve: () => Promise.resolve([]) },
  };
  let made: ApiApp | undefined;
  let administrators = 0;

  /** Made for those that ask it: with its routes it costs as much as a database. */
  function api(): ApiApp {
    return (made ??= createApi(context));
  }

  /** `path` from the root: `app.request('/api/v1/articles')`. */
  async function request(path: string, init?: RequestInit): Promise<Response> {
    return api().request(path, init);
  }

  /** `path` below /api/v1; a `body` is sent as JSON, the `token` as bearer. */
  async function json<T = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
    token?: string,
  ): Promise<Answer<T>> {
    const headers: Record<string, string> = {};
    if (body !== undefined) headers['content-type'] = 'application/json';
    if (token) headers.authorization = `Bearer ${token}`;
    const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    const response = await request(`/api/v1${path}`, init);
    return { status: response.status, headers: response.headers, body: (await response.json()) as T };
  }

  /** Makes a new administrator, whose password is 'a password of twenty', and answers the token of its session. */
  async function signedIn(): Promise<string> {
    const username = `editor${++administrators}`;
    const account = { username, email: `${username}@society.example`, passwordHash };
    const at = clock.now();
    const administratorId = await insertAdministrator(db, account, at);
    await audit(db, { at, administratorId, action: 'session.open', entityId: null });
    return openSession(db, { administratorId, device: '' }, at);
  }

  return {
    get api() {
      return api();
    },
    context,
    /** Undefined on SQLite. */
    databaseUrl: database.url,
    db,
    clock,
    request,
    json,
    signIn: signedIn,
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  };
}

function movableClock(start: string) {
  let now = Date.parse(start);
  return {
    now: () => new Date(now),
    set: (instant: string) => {
      now = Date.parse(instant);
    },
    advance: (ms: number) => {
      now += ms;
    },
  };
}
