import { describe, expect, test } from 'vitest';
import { everyEngine } from '../support/database.ts';
import { openHttpHandler } from '../support/http-handler.ts';
import { type TestApp, testApp } from '../support/test-app.ts';
import { operationsOf } from './operations.ts';

const day = 86_400_000;

describe.each(everyEngine)('on %s', (engine) => {
  test('no guarded call of the OpenAPI document works without signing in', async () => {
    await using app = await testApp({ engine });
    const { operations } = await operationsOf(app);
    const guarded = operations.filter(({ isGuarded }) => isGuarded);
    expect(guarded.length).toBeGreaterThan(60);
    const bearers = await refusedBearers(app);
    await using site = await openHttpHandler(app);
    const opened: string[] = [];
    for (const { method, path, body } of guarded)
      for (const [kind, authorization] of Object.entries(bearers)) {
        const headers: Record<string, string> = { ...(body ? { 'content-type': body.type } : {}) };
        if (authorization !== null) headers.authorization = authorization;
        const response = await fetch(site.url + path.replace(/\{[^}]+\}/g, '1'), {
          method,
          headers,
          ...(body ? { body: '{}' } : {}),
        });
        const answer = (await response.json()) as { code?: string };
        if (response.status !== 401 || answer.code !== 'unauthorized')
          opened.push(`${method} ${path}, ${kind}: ${response.status} ${JSON.stringify(answer)}`);
      }
    console.log(`${engine}: ${guarded.length} guarded calls with ${Object.keys(bearers).length} wrong bearers each`);
    expect(opened).toEqual([]);
  });
});

/** All that is no session, or is one no longer. */
async function refusedBearers(app: TestApp): Promise<Record<string, string | null>> {
  const expired = await app.signIn();
  app.clock.advance(400 * day);
  const ended = await app.signIn();
  await app.json('POST', '/admin/logout', undefined, ended);
  const deactivated = await app.signIn();
  await app.db.updateTable('administrators').set({ isActive: false }).where('username', '=', 'editor3').execute();
  const good = await app.signIn();
  return {
    'no bearer': null,
    'an empty bearer': 'Bearer ',
    'an unknown token': `Bearer ${'a'.repeat(good.length)}`,
    'a token and more': `Bearer ${good}x`,
    'the beginning of a token': `Bearer ${good.slice(0, -1)}`,
    'a token in the other case': `Bearer ${good.replace(/[a-z]/i, (letter) => (/[a-z]/.test(letter) ? letter.toUpperCase() : letter.toLowerCase()))}`,
    'a token without its scheme': good,
    'another scheme': `Basic ${Buffer.from(`editor4:${good}`).toString('base64')}`,
    'an expired session': `Bearer ${expired}`,
    'a session after its logout': `Bearer ${ended}`,
    'a deactivated administrator': `Bearer ${deactivated}`,
    SQL: `Bearer ' OR '1'='1`,
    'a name that objects have': 'Bearer __proto__',
  };
}
