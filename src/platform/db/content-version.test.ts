import { describe, expect, test } from 'vitest';
import { aMember, anArticle, anEvent } from '#tests/support/builders.ts';
import { everyEngine } from '#tests/support/database.ts';
import { eventually } from '#tests/support/smtp.ts';
import { type TestApp, testApp } from '#tests/support/test-app.ts';
import { openContentVersion } from './content-version.ts';
import { openMigratedDatabase, transact } from './db.ts';

const place = ({ context, databaseUrl }: TestApp) => ({ databaseUrl, dataDir: context.config.dataDir });

describe.each(everyEngine)('the content version on %s', (engine) => {
  test('every change of what visitors see increments it', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const version = openContentVersion(place(app));
    const steps: [string, string, unknown][] = [
      ['POST', '/articles/admin', anArticle({ isPublished: true })],
      ['PUT', '/articles/admin/1', anArticle({ title: 'Another title', isPublished: true })],
      ['DELETE', '/articles/admin/1', undefined],
      ['POST', '/events/admin', anEvent()],
      ['POST', '/members/admin', aMember()],
    ];
    for (const [method, path, body] of steps) {
      const before = await version.read();
      version.expire();
      expect((await app.json(method, path, body, token)).status).toBeLessThan(300);
      expect(await version.read()).toBeGreaterThan(before);
      version.expire();
    }
    const before = await version.read();
    await app.json('POST', '/newsletter/subscribe', { email: 'reader@example.org' });
    version.expire();
    expect(await version.read()).toBe(before);
    version.close();
  });

  test('a transaction increments it when it commits, not when it fails', async () => {
    await using app = await testApp({ engine });
    const version = openContentVersion(place(app));
    const before = await version.read();
    const values = { key: 'x', value: '1', updatedAt: '2026-11-21T12:00:00.000Z' };
    let within = -1;
    await transact(app.db, async (trx) => {
      await trx.insertInto('settings').values(values).execute();
      version.expire();
      within = await version.read();
    });
    expect(within).toBe(before);
    version.expire();
    expect(await version.read()).toBe(before + 1);
    const failing = transact(app.db, async (trx) => {
      await trx.deleteFrom('settings').where('key', '=', 'x').execute();
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    version.expire();
    expect(await version.read()).toBe(before + 1);
    version.close();
  });

  test('a change by another process is noticed within a second', async () => {
    await using app = await testApp({ engine });
    const version = openContentVersion(place(app));
    const before = await version.read();
    expect(version.known()).toBe(before);
    const other = await openMigratedDatabase(place(app));
    const values = { key: 'x', value: '1', updatedAt: '2026-11-21T12:00:00.000Z' };
    await other.db.insertInto('settings').values(values).execute();
    await eventually(async () => (version.known() ?? (await version.read())) > before, 1000);
    await other.close();
    version.close();
  });
});
