import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { ChangedPicture, LibraryPicture } from '#features/uploads/library/library-picture.schema.ts';
import { storePicture } from '#features/uploads/pictures.server.ts';
import { usesIn } from '#features/uploads/uses.server.ts';
import { type Db, transact } from '#platform/db/db.ts';
import { aMember, anArticle, anEvent } from '#tests/support/builders.ts';
import { countLockWaits, engines } from '#tests/support/database.ts';
import { type TestApp, testApp } from '#tests/support/test-app.ts';
import { scanUses } from './scan-uses.ts';

async function aPicture(app: TestApp, fileName = 'a.png'): Promise<string> {
  const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#6a8b57' } })
    .png()
    .toBuffer();
  app.clock.advance(1000);
  const picture = { purpose: 'articles', bytes, fileName, administratorId: null };
  return (await storePicture(app.context, picture)).imageUrl;
}

type Item = {
  id: number;
  version: number;
  content: string;
  imageUrl: string;
  imageAlt: string;
  imageFocalX: number | null;
  updatedBy: string;
  changes: { id: number; content: string; imageAlt: string; isOlder: boolean } | null;
};

/** An article with changes beside it, a draft in the bin, an event, a member and the settings, all with one picture. */
async function used(app: TestApp) {
  const token = await app.signIn();
  const call = async <T = Item>(method: string, path: string, body?: object) => {
    const answer = await app.json<T>(method, path, body, token);
    expect({ path, body: answer.body, status: answer.status < 300 }).toMatchObject({ status: true });
    return answer.body;
  };
  const [old, next] = [await aPicture(app), await aPicture(app, 'b.png')];
  const image = (alt: string) => `<p>Look:</p><p><img src="${old}"${alt}></p>`;
  const cover = { imageUrl: old, imageFocalX: 10, imageFocalY: 10 };
  const live = await call(
    'POST',
    '/articles/admin',
    anArticle({ ...cover, imageAlt: '', content: image('') + image(' alt="By hand"'), isPublished: true }),
  );
  await call('PUT', `/articles/admin/${live.id}/changes`, { content: image(' alt=""') + image('') });
  const binned = await call('POST', '/articles/admin', anArticle({ content: image(' alt="Heron"') }));
  await call('DELETE', `/articles/admin/${binned.id}`);
  const event = await call('POST', '/events/admin', anEvent(cover));
  const member = await call('POST', '/members/admin', aMember(cover));
  await call('PUT', '/settings/admin', { defaultEventImage: old });
  const pictures = await call<LibraryPicture[]>('GET', '/pictures/admin');
  const id = pictures.find(({ url }) => url === old)?.id ?? 0;
  return { token, call, old, next, id, live, binned, event, member };
}

async function expectTrueUses(app: TestApp): Promise<void> {
  const noted = await app.db.selectFrom('pictureUses').selectAll().execute();
  const scanned: object[] = [];
  for await (const [place, texts] of scanUses(app.db, app.context.config)) scanned.push(...usesIn(place, texts));
  expect(
    new Set(
      noted.map((use) =>
        Object.entries(use)
          .toSorted(([a], [b]) => a.localeCompare(b))
          .join(),
      ),
    ),
  ).toEqual(
    new Set(
      scanned.map((use) =>
        Object.entries(use)
          .toSorted(([a], [b]) => a.localeCompare(b))
          .join(),
      ),
    ),
  );
}

for (const engine of engines) {
  test(`another picture stands everywhere, also in the bin, in changes and in the settings, on ${engine}`, async () => {
    await using app = await testApp({ engine });
    const { call, old, next, id, live, binned, event, member } = await used(app);
    const versions = (await app.db.selectFrom('revisions').select('id').execute()).length;
    const done = await call<ChangedPicture>('POST', `/pictures/admin/${id}/replace`, { imageUrl: next });
    expect([done.changed, done.picture.url, done.picture.uses.length]).toEqual([5, next, 8]);
    const after = await call('GET', `/articles/${live.id}`);
    expect([after.imageUrl, after.imageFocalX, after.version]).toEqual([next, null, live.version + 1]);
    expect(after.content).not.toContain(old);
    expect(after.content.split(next)).toHaveLength(3);
    expect(after.changes?.content.split(next)).toHaveLength(3);
    expect(after.changes?.isOlder).toBe(false);
    const shown = await app.json<Item>('GET', `/articles/${live.id}`);
    expect([shown.body.content.includes(old), shown.body.content.includes(next)]).toEqual([false, true]);
    for (const [path, item] of [
      ['/events', event],
      ['/members', member],
    ] as const) {
      const now = await call('GET', `${path}/${item.id}`);
      expect([now.imageUrl, now.version]).toEqual([next, item.version + 1]);
    }
    await call('POST', `/bin/admin/articles/${binned.id}/restore`);
    expect((await call('GET', `/articles/${binned.id}`)).content).toContain(next);
    expect((await call<{ defaultEventImage: string }>('GET', '/settings')).defaultEventImage).toBe(next);
    expect((await app.db.selectFrom('revisions').select('id').execute()).length).toBeGreaterThanOrEqual(versions + 5);
    expect((await call<LibraryPicture[]>('GET', '/pictures/admin?state=unused')).map(({ url }) => url)).toEqual([old]);
    await expectTrueUses(app);
    const again = await call<ChangedPicture>('POST', `/pictures/admin/${id}/replace`, { imageUrl: next });
    expect([again.changed, (await call('GET', `/articles/${live.id}`)).version]).toEqual([0, live.version + 1]);
  });

  test(`the alternative text stands in each place that has none or the former one, on ${engine}`, async () => {
    await using app = await testApp({ engine });
    const { call, id, live, binned } = await used(app);
    const describe = (alt: string, isEverywhere = false) =>
      call<ChangedPicture>('PUT', `/pictures/admin/${id}`, { alt, isEverywhere });
    const first = await describe('Heron');
    expect([first.changed, first.picture.alt]).toEqual([0, 'Heron']);
    expect((await call('GET', `/articles/${live.id}`)).version).toBe(live.version);
    const all = await describe('Two "herons" & a pond', true);
    expect([all.changed, all.picture.alt]).toEqual([2, 'Two "herons" & a pond']);
    const after = await call('GET', `/articles/${live.id}`);
    expect(after.imageAlt).toBe('Two "herons" & a pond');
    const alts = (html = '') => [...html.matchAll(/ alt="([^"]*)"/g)].map(([, alt]) => alt);
    const said = 'Two &quot;herons&quot; &amp; a pond';
    expect(alts(after.content)).toEqual([said, 'By hand']);
    expect(alts(after.changes?.content)).toEqual(['', said]);
    await call('POST', `/bin/admin/articles/${binned.id}/restore`);
    expect(alts((await call('GET', `/articles/${binned.id}`)).content)).toEqual([said]);
    expect((await describe('')).picture.alt).toBeNull();
    await expectTrueUses(app);
  });

  test(`what cannot be changed is refused in words, on ${engine}`, async () => {
    await using app = await testApp({ engine });
    const { token, id, old, next } = await used(app);
    const refusal = async (method: string, path: string, body: object) => {
      const { status, body: said } = await app.json(method, `/pictures/admin/${path}`, body, token);
      return [status, said.message];
    };
    const gone = 'This picture is no longer on the site.';
    const newGone = 'The new picture is not on the site: choose it again.';
    expect(await refusal('PUT', `${id}`, { alt: 'x'.repeat(251) })).toEqual([
      400,
      'An alternative text must be at most 250 characters',
    ]);
    expect(await refusal('PUT', '999', { alt: 'x' })).toEqual([404, gone]);
    expect(await refusal('POST', '999/replace', { imageUrl: next })).toEqual([404, gone]);
    expect(await refusal('POST', `${id}/replace`, { imageUrl: '/uploads/none.jpg' })).toEqual([400, newGone]);
    expect(await refusal('POST', `${id}/replace`, { imageUrl: old })).toEqual([400, newGone]);
    const removedAt = app.clock.now().toISOString();
    await app.db.updateTable('uploads').set({ removedAt }).where('url', '=', next).execute();
    expect(await refusal('POST', `${id}/replace`, { imageUrl: next })).toEqual([400, newGone]);
    for (const [method, path] of [
      ['PUT', `/pictures/admin/${id}`],
      ['POST', `/pictures/admin/${id}/replace`],
    ] as const)
      expect((await app.json(method, path, { alt: 'x', imageUrl: next })).status).toBe(401);
  });
}

test.runIf(engines.includes('postgres'))(
  'two who put pictures in the place of each other both have their way',
  async () => {
    await using app = await testApp({ engine: 'postgres' });
    const { token, old, next, id } = await used(app);
    const { id: other = 0 } =
      (await app.db.selectFrom('uploads').select('id').where('url', '=', next).execute())[0] ?? {};
    const replace = (one: number, imageUrl: string) =>
      app.json('POST', `/pictures/admin/${one}/replace`, { imageUrl }, token);
    const hold = (trx: Db, one: number) =>
      trx.selectFrom('uploads').select('id').where('id', '=', one).forUpdate().execute();
    // Each has the first of its two before it asks for the second.
    const both = await transact(app.db, async (second) => {
      await hold(second, other);
      const asked = await transact(app.db, async (first) => {
        await hold(first, id);
        const replacing = Promise.all([replace(id, next), replace(other, old)]);
        await expect.poll(() => countLockWaits(app.db)).toBe(2);
        return { replacing };
      });
      await expect.poll(() => countLockWaits(app.db)).toBe(2);
      return asked;
    });
    expect((await both.replacing).map(({ status }) => status)).toEqual([200, 200]);
    await expectTrueUses(app);
  },
);
