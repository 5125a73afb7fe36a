import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { LibraryPicture } from '#features/uploads/library/library-picture.schema.ts';
import { storePicture } from '#features/uploads/pictures.server.ts';
import { usesIn } from '#features/uploads/uses.server.ts';
import { isPostgres } from '#platform/db/db.ts';
import { aMember, anArticle, anEvent } from '#tests/support/builders.ts';
import { engines } from '#tests/support/database.ts';
import { type TestApp, testApp } from '#tests/support/test-app.ts';
import { seedDemo } from '../demo/seed.ts';
import { noteMissedUses, scanUses } from './scan-uses.ts';

async function aPicture(app: TestApp, fileName = 'a.png'): Promise<string> {
  const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#6a8b57' } })
    .png()
    .toBuffer();
  app.clock.advance(1000);
  return (await storePicture(app.context, { purpose: 'articles', bytes, fileName, administratorId: null })).imageUrl;
}

/** One line for each. */
async function notedUses({ db }: TestApp): Promise<string[]> {
  const rows = await db.selectFrom('pictureUses').selectAll().execute();
  return rows.map(lineOf).toSorted();
}

function lineOf({ kind, entityId, layer, field, picture }: ReturnType<typeof usesIn>[number]): string {
  return `${kind} ${entityId} ${layer} ${field} ${picture}`;
}

async function expectTrueUses(app: TestApp, after: string): Promise<void> {
  const scanned: string[] = [];
  for await (const [place, texts] of scanUses(app.db, app.context.config))
    scanned.push(...usesIn(place, texts).map(lineOf));
  expect(await notedUses(app), after).toEqual(scanned.toSorted());
}

/** As the migration fills the table on a site that has contents. */
async function fillAgain({ db }: TestApp): Promise<void> {
  const engine = isPostgres(db) ? 'postgres' : 'sqlite';
  const migration = readFileSync(`db/migrations/${engine}/0040_picture_uses.sql`, 'utf8');
  const begin = migration.search(/^(CREATE TEMP TABLE|INSERT INTO)/m);
  await db.deleteFrom('pictureUses').execute();
  for (const statement of migration
    .slice(begin)
    .split(/;\n/)
    .filter((one) => one.trim()))
    await sql.raw(statement).execute(db);
}

for (const engine of engines) {
  test(`a file that a form has uploaded for other devices, and again with its save, is there once, on ${engine}`, async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const listed = async (query = '') =>
      (await app.json<LibraryPicture[]>('GET', `/pictures/admin${query}`, undefined, token)).body.map(({ url }) => url);
    const [early, own, other] = [await aPicture(app), await aPicture(app), await aPicture(app, 'b.png')];
    expect(await listed()).toEqual([other, own]);
    await app.json('POST', '/members/admin', aMember({ imageUrl: early }), token);
    expect(await listed()).toEqual([other, early]);
    expect(await listed('?state=unused')).toEqual([other]);
    await app.json('POST', '/members/admin', aMember({ imageUrl: own }), token);
    expect(await listed()).toEqual([other, own, early]);
    expect(await listed('?search=A.PNG')).toEqual([own, early]);
  });

  test(`the noted uses are what all contents say, after each way to save, on ${engine}`, async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const [cover, inText, other] = [await aPicture(app), await aPicture(app), await aPicture(app)];
    const image = (url: string) => `<p>Look:</p><p><img src="${url}" alt=""></p>`;
    const noted = async () => (await app.db.selectFrom('pictureUses').select('picture').execute()).length;
    const call = async (method: string, path: string, body?: object) => {
      const answer = await app.json<{ id: number; version: number; changes: { id: number } }>(
        method,
        path,
        body,
        token,
      );
      expect({ path, status: answer.status < 300 }).toEqual({ path, status: true });
      await expectTrueUses(app, `${method} ${path}`);
      return answer.body;
    };
    const { id } = await call('POST', '/articles/admin', anArticle({ imageUrl: cover, content: image(inText) }));
    expect(await noted()).toBe(2);
    await call('POST', `/articles/admin/publish/${id}`);
    const kept = await call('PUT', `/articles/admin/${id}/changes`, { content: image(other) });
    expect(await noted()).toBe(4);
    await call('PUT', `/articles/admin/${id}`, {
      content: image(other),
      changesId: kept.changes.id,
      isPublished: true,
    });
    expect(await noted()).toBe(2);
    await call('PUT', `/articles/admin/${id}/changes`, { content: image(inText) });
    await call('DELETE', `/articles/admin/${id}/changes`);
    await call('PUT', `/articles/admin/${id}/image`, { imageUrl: inText });
    const before = await app.db
      .selectFrom('revisions')
      .select('id')
      .where('kind', '=', 'articles')
      .where('version', '=', 1)
      .executeTakeFirstOrThrow();
    await call('POST', `/articles/admin/${id}/revisions/${before.id}/restore`);
    await call('PUT', `/articles/admin/${id}/changes`, { content: image(other) });
    const event = await call('POST', '/events/admin', anEvent({ imageUrl: cover }));
    await call('POST', `/events/admin/${event.id}/repeat`, { dates: ['2026-12-08', '2026-12-15'] });
    await call('POST', `/events/admin/${event.id}/cancel`, {});
    const member = await call('POST', '/members/admin', aMember({ imageUrl: other }));
    await call('PUT', '/settings/admin', { defaultEventImage: other });
    await call('DELETE', `/members/admin/${member.id}`);
    await call('POST', `/bin/admin/members/${member.id}/restore`);
    const variant = inText.replace('.png', '.w40.webp');
    const figure = `<figure><img src="${variant}" alt="A &gt; B" class="wide"><figcaption>Two</figcaption></figure>`;
    const link = `<p><a href="https://society.example${cover}">All of it</a> 12/34 <img src="${other}"></p>`;
    await call('POST', '/articles/admin', anArticle({ content: `${figure}${link}${link}` }));
    const before40 = await notedUses(app);
    expect(before40.length).toBeGreaterThan(8);
    await fillAgain(app);
    expect(await notedUses(app)).toEqual(before40);
    await app.db.deleteFrom('pictureUses').execute();
    await noteMissedUses(app.context);
    expect(await notedUses(app)).toEqual(before40);
    await call('DELETE', `/articles/admin/${id}`);
    await call('DELETE', `/bin/admin/articles/${id}`);
    const rows = await app.db
      .selectFrom('pictureUses')
      .select(['kind', 'field'])
      .where('kind', '!=', 'articles')
      .orderBy('kind')
      .execute();
    expect(rows.map(({ kind, field }) => `${kind} ${field}`)).toEqual([
      'events imageUrl',
      'events imageUrl',
      'events imageUrl',
      'members imageUrl',
      'settings defaultEventImage',
    ]);
  });

  test(`the library shows each picture once, with where it is used, on ${engine}`, async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const [cover, unused, removed] = [
      await aPicture(app, 'Bats.png'),
      await aPicture(app, 'Écologie.png'),
      await aPicture(app),
    ];
    await app.db
      .updateTable('uploads')
      .set({ removedAt: app.clock.now().toISOString() })
      .where('url', '=', removed)
      .execute();
    const content = `<p>Look:</p><p><img src="${cover}"></p>`;
    const article = anArticle({ title: 'Bats at dusk', imageUrl: cover, content, isPublished: true });
    const { id } = (await app.json<{ id: number }>('POST', '/articles/admin', article, token)).body;
    const member = await app.json<{ id: number }>('POST', '/members/admin', aMember({ imageUrl: cover }), token);
    await app.json('DELETE', `/members/admin/${member.body.id}`, undefined, token);
    const list = async (query = '') => {
      const { body, headers } = await app.json<LibraryPicture[]>('GET', `/pictures/admin${query}`, undefined, token);
      return { urls: body.map(({ url }) => url), body, total: headers.get('x-total-count'), headers };
    };
    const all = await list();
    expect(all.urls).toEqual([unused, cover]);
    expect(all.body[1]).toMatchObject({ fileName: 'Bats.png', alt: null, width: 40, height: 30 });
    expect(all.body[1]?.uses.map(({ kind, field, state }) => [kind, field, state])).toEqual([
      ['articles', 'imageUrl', 'live'],
      ['articles', 'content', 'live'],
      ['members', 'imageUrl', 'bin'],
    ]);
    expect(all.body[1]?.uses[0]).toMatchObject({ id, title: 'Bats at dusk', layer: 'saved' });
    expect(all.body[0]?.uses).toEqual([]);
    expect((await list('?state=unused')).urls).toEqual([unused]);
    expect((await list('?search=ECOLOGIE')).urls).toEqual([unused]);
    expect((await list('?search=at%20dusk')).urls).toEqual([cover]);
    const first = await list('?limit=1');
    expect([first.urls, first.total]).toEqual([[unused], '2']);
    expect((await list(`?limit=1&cursor=${first.headers.get('x-next-cursor')}`)).urls).toEqual([cover]);
    expect((await app.json('GET', '/pictures/admin')).status).toBe(401);
  });

  test(`the demo content notes its pictures, and takes them along, on ${engine}`, async () => {
    await using app = await testApp({ engine });
    await seedDemo(app.context);
    await expectTrueUses(app, 'seed');
    expect((await app.db.selectFrom('pictureUses').selectAll().execute()).length).toBeGreaterThan(10);
    const token = await app.signIn();
    for (const step of ['remove', 'restore', 'remove', 'purge']) {
      expect((await app.json('POST', `/first-hour/admin/demo/${step}`, undefined, token)).status).toBeLessThan(300);
      await expectTrueUses(app, step);
    }
    expect(await app.db.selectFrom('pictureUses').selectAll().execute()).toEqual([]);
  });
}
