import sharp from 'sharp';
import { expect, test } from 'vitest';
import { engines } from '#tests/support/database.ts';
import { type TestApp, testApp } from '#tests/support/test-app.ts';
import { storePicture } from '../pictures.server.ts';
import type { LibraryPicture } from './library-picture.schema.ts';

async function aPicture(app: TestApp, fileName: string): Promise<string> {
  const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#6a8b57' } })
    .png()
    .toBuffer();
  app.clock.advance(1000);
  return (await storePicture(app.context, { purpose: 'articles', bytes, fileName, administratorId: null })).imageUrl;
}

test.each(engines)('the library lists each stored file once, the newest first, page by page, on %s', async (engine) => {
  await using app = await testApp({ engine });
  const token = await app.signIn();
  const [, bats, owls, removed] = [
    await aPicture(app, 'Bats.png'),
    await aPicture(app, 'Bats.png'),
    await aPicture(app, 'Owls.png'),
    await aPicture(app, 'Gone.png'),
  ];
  const uploads = app.db.updateTable('uploads');
  await uploads.set({ removedAt: app.clock.now().toISOString() }).where('url', '=', removed).execute();
  const list = async (query = '') => {
    const { body, headers } = await app.json<LibraryPicture[]>('GET', `/pictures/admin${query}`, undefined, token);
    return { body, urls: body.map(({ url }) => url), total: headers.get('x-total-count'), headers };
  };
  const { body, urls } = await list();
  expect(urls).toEqual([owls, bats]);
  expect(body).toMatchObject([{ fileName: 'Owls.png', width: 40, height: 30 }, { fileName: 'Bats.png' }]);
  const first = await list('?limit=1');
  expect([first.urls, first.total]).toEqual([[owls], '2']);
  const second = await list(`?limit=1&cursor=${first.headers.get('x-next-cursor')}`);
  expect([second.urls, second.headers.get('x-next-cursor')]).toEqual([[bats], null]);
  expect((await app.json('GET', '/pictures/admin')).status).toBe(401);
});
