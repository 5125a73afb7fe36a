import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { getLinkRecipient } from '#features/accounts/invitations/using-links.server.ts';
import { findThrottleKey, knownBrowserCookie } from '#features/accounts/sign-in/device-cookies.server.ts';
import { signIn } from '#features/accounts/sign-in/signing-in.server.ts';
import { createNewsletterLinks } from '#features/newsletter/content/newsletter-links.server.ts';
import { openMigratedDatabase } from '#platform/db/db.ts';
import { anArticle } from './support/builders.ts';
import { compileCache } from './support/compile-cache.ts';
import { emptyPlace, mainlyOn } from './support/database.ts';
import { appWithPost, confirmed, email, stateOf, subscribe, tokenIn, verify } from './support/newsletter.ts';
import { filesInZip } from './support/read-zip.ts';

const root = resolve(import.meta.dirname, '..');
const password = 'marmot umbrella violin';

type Run = { code: number | null; output: string; errors: string };
type Place = { dataDir: string; url: string | undefined };

/** Runs the real script without a terminal, as a job or a pipe would. */
async function admin(place: Place, args: string[], { input = '', env = {} } = {}): Promise<Run> {
  const child = spawn(process.execPath, [join(root, 'scripts/admin.ts'), ...args], {
    cwd: root,
    env: {
      PATH: process.env.PATH ?? '',
      NODE_COMPILE_CACHE: compileCache,
      DATA_DIR: place.dataDir,
      SITE_URL: 'https://society.example',
      ...(place.url ? { DATABASE_URL: place.url } : {}),
      ...env,
    },
  });
  child.stdin.end(input);
  const ended = new Promise<number | null>((done) => child.once('close', done));
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await ended, output, errors };
}

function canSignIn({ dataDir, url }: Place, usernameOrEmail: string, given: string): Promise<boolean> {
  return inDatabase({ dataDir, url }, (db) =>
    signIn(
      db,
      {
        usernameOrEmail,
        password: given,
        address: 'local',
        device: '',
        ownKey: null,
        siteUrl: 'https://society.example',
      },
      new Date(),
    ).then(
      () => true,
      () => false,
    ),
  );
}

type Db = Awaited<ReturnType<typeof openMigratedDatabase>>['db'];

async function inDatabase<T>({ dataDir, url }: Place, work: (db: Db) => Promise<T>): Promise<T> {
  const database = await openMigratedDatabase({ dataDir, databaseUrl: url });
  try {
    return await work(database.db);
  } finally {
    await database.close();
  }
}

const anna = ['create', '--username', 'anna', '--email', 'anna@society.example'];

describe.each(mainlyOn('sqlite'))('npm run admin on %s', (engine) => {
  test('makes administrators of a new site, also while others use its database', async () => {
    await using place = await emptyPlace(engine);
    expect(await admin(place, [...anna, '--password-stdin'], { input: `${password}\n` })).toMatchObject({
      code: 0,
      output: 'anna is now an administrator and can sign in at https://society.example/admin\n',
      errors: '',
    });
    await inDatabase(place, async () => {
      const ben = ['create', '--username', 'ben', '--email', 'ben@society.example'];
      expect((await admin(place, ben, { env: { ADMIN_PASSWORD: `${password} 2` } })).code).toBe(0);
    });
    expect(await canSignIn(place, 'anna', password)).toBe(true);
    expect(await canSignIn(place, 'ben@society.example', `${password} 2`)).toBe(true);
    const { output } = await admin(place, ['list']);
    expect(output).toMatch(/^anna {2}anna@society\.example {2}last seen [\d-]+ [\d:]+ UTC\nben {3}ben@society/);
  });

  test('without a password it prints a link that works', async () => {
    await using place = await emptyPlace(engine);
    const { code, output } = await admin(place, anna);
    expect(code).toBe(0);
    const link = new URL(output.split('\n')[1] ?? '');
    expect(link.origin + link.pathname).toBe('https://society.example/admin/invitation');
    const read = (token: string) => inDatabase(place, (db) => getLinkRecipient(db, token, new Date()));
    expect(await read(link.hash.replace('#token=', ''))).toMatchObject({ kind: 'join', username: 'anna' });
  });

  test('sets a new password, and reactivates the last administrator when no one is active', async () => {
    await using place = await emptyPlace(engine);
    await admin(place, [...anna, '--password-stdin'], { input: password });
    const reset = (input: string) =>
      admin(place, ['reset-password', 'ANNA@society.example', '--password-stdin'], { input });
    expect(await reset(`${password} 2`)).toMatchObject({ code: 0, errors: '' });
    expect(await canSignIn(place, 'anna', password)).toBe(false);
    expect(await canSignIn(place, 'anna', `${password} 2`)).toBe(true);

    await inDatabase(place, (db) => db.updateTable('administrators').set({ isActive: false }).execute());
    const linked = await admin(place, ['reset-password', 'anna', '--link']);
    expect(linked).toMatchObject({ code: 0, errors: '' });
    expect(linked.output).toMatch(/^No administrator was active, so anna was reactivated\.\nanna chooses.+\nhttps:/);
    expect(await canSignIn(place, 'anna', `${password} 2`)).toBe(false);
    expect((await reset(`${password} 3`)).code).toBe(0);
    expect(await canSignIn(place, 'anna', `${password} 3`)).toBe(true);
  });

  test('exports everything into a new file', async () => {
    await using place = await emptyPlace(engine);
    await admin(place, [...anna, '--password-stdin'], { input: password });
    const file = join(place.dataDir, 'export.zip');
    const command = ['export', file, '--parts', 'content,people'];
    expect(await admin(place, command)).toMatchObject({
      code: 0,
      errors: '',
      output: `It is in ${file}: content, people.\n`,
    });
    const names = Object.keys(filesInZip(readFileSync(file)));
    expect(names).toEqual(expect.arrayContaining(['README.md', 'export.json', 'people/subscribers.csv']));
    expect(await admin(place, command)).toMatchObject({ code: 1, errors: `${file} is there already.\n` });
    const elsewhere = join(place.dataDir, 'none', 'export.zip');
    expect(await admin(place, ['export', elsewhere])).toMatchObject({
      code: 1,
      errors: `${elsewhere} cannot be written (ENOENT): name a folder where the site may write.\n`,
    });
    expect(await admin(place, ['export', 'x.zip', '--parts', 'all'])).toMatchObject({ code: 2 });
    expect(existsSync(join(root, 'x.zip'))).toBe(false);
  });

  test('erases a deactivated administrator', async () => {
    await using place = await emptyPlace(engine);
    await admin(place, [...anna, '--password-stdin'], { input: password });
    expect(await admin(place, ['erase-person', 'anna@society.example'])).toMatchObject({
      code: 1,
      errors: 'anna is active. Deactivate the account first.\n',
    });
    await inDatabase(place, (db) => db.updateTable('administrators').set({ isActive: false }).execute());
    expect(await admin(place, ['erase-person', 'ANNA@society.example'])).toMatchObject({
      code: 0,
      errors: '',
      output: expect.stringMatching(/^Erased\. What stays:\n- What they did as an administrator/),
    });
    expect(await admin(place, ['erase-person', 'anna@society.example'])).toMatchObject({ code: 1 });
    expect((await admin(place, ['list'])).output).toBe('There are no administrators yet.\n');
  });
});

describe.each(mainlyOn('sqlite'))('npm run admin -- rotate-links on %s', (engine) => {
  test('while the site runs: old mails still unsubscribe, and nothing else that was signed works', async () => {
    await using post = await appWithPost(engine);
    const { app, send } = post;
    const { dataDir, siteUrl } = app.context.config;
    await confirmed(app, send);
    const tokenNow = async () =>
      new URL((await createNewsletterLinks(app.db, siteUrl)).ownLinks(email).unsubscribe).searchParams.get('token');
    const old = (await tokenNow()) ?? '';
    const editor = await app.signIn();
    const { id } = (await app.json<{ id: number }>('POST', '/articles/admin', anArticle(), editor)).body;
    const preview = (await app.json<{ url: string }>('POST', `/articles/admin/${id}/preview`, undefined, editor)).body;
    const { search } = new URL(preview.url);
    const known = async (cookie: string) =>
      (await findThrottleKey(app.db, { cookie, usernameOrEmail: 'editor1' }, new Date())) !== null;
    const cookie = await knownBrowserCookie(app.db, { cookie: undefined, administratorId: 1 }, new Date());
    expect(await known(cookie)).toBe(true);
    await subscribe(app, 'waits@example.org');
    const confirmation = tokenIn((await send())[0]);

    const rotate = () => admin({ dataDir, url: app.databaseUrl }, ['rotate-links']);
    expect(await rotate()).toMatchObject({
      code: 0,
      errors: '',
      output: expect.stringMatching(/now signed with new keys/),
    });
    expect(await tokenNow()).not.toBe(old);
    // Anyone who knew the key could make as many as there are guesses to be had.
    expect(await known(cookie)).toBe(false);
    expect((await app.json('GET', `/articles/${id}/preview${search}`)).status).toBe(404);
    expect((await app.json('POST', '/newsletter/resubscribe', { email, token: old })).status).toBe(400);
    expect((await verify(app, confirmation)).status).toBe(200);
    expect((await app.json('GET', '/admin/verify', undefined, editor)).status).toBe(200);

    expect((await rotate()).code).toBe(0);
    const left = await app.json('POST', `/newsletter/unsubscribe?${new URLSearchParams({ email, token: old })}`);
    expect(left).toMatchObject({ status: 200, body: { message: 'You have been unsubscribed.' } });
    expect(left.body).not.toHaveProperty('canUndo');
    expect(await stateOf(app)).toBe('unsubscribed');
    const [notice] = await send();
    const undo = tokenIn(notice);
    expect((await app.json('POST', '/newsletter/resubscribe', { email, token: undo })).status).toBe(200);

    const told = await app.db.selectFrom('audit').selectAll().where('action', '=', 'links.rotate').execute();
    expect(told).toMatchObject([{ administratorId: null }, { administratorId: null }]);
  });
});

test('refuses with a sentence', async () => {
  await using place = await emptyPlace('sqlite');
  await admin(place, [...anna, '--password-stdin'], { input: password });
  const refusals: [string[], string, number, RegExp][] = [
    [[...anna, '--password-stdin'], password, 1, /^An administrator with this name or address already exists\.$/],
    [['create', '--username', 'b', '--email', 'b@c.example', '--password-stdin'], 'password2026', 1, /too easy/],
    [['create', '--username', 'b', '--email', 'nobody'], '', 1, /^Please enter a valid email address\.$/],
    [['reset-password', 'zoe'], '', 1, /^There is no administrator zoe\./],
    [['create', '--username', 'ben'], '', 2, /^create needs --username and --email\./],
    [['destroy'], '', 2, /^There is no command destroy\./],
    [['list', '--all'], '', 2, /^Unknown option '--all'/],
  ];
  for (const [args, input, code, sentence] of refusals) {
    const run = await admin(place, args, { input });
    expect([args, run.code, run.output]).toEqual([args, code, '']);
    expect(run.errors.trim()).toMatch(new RegExp(sentence.source, 'm'));
    expect(run.errors).not.toContain('    at ');
  }
});

test('prints its usage, and does not touch a folder without a site', async () => {
  await using place = await emptyPlace('sqlite');
  const asked = await admin(place, ['--help']);
  expect(asked).toMatchObject({ code: 0, errors: '' });
  expect(asked.output).toContain('npm run admin -- reset-password NAME');
  const listed = await admin(place, ['list']);
  expect([listed.code, listed.errors]).toEqual([1, expect.stringMatching(/^There is no site in /)]);
  expect(existsSync(join(place.dataDir, 'site.db'))).toBe(false);
});
