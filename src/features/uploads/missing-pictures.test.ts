import { expect, test } from 'vitest';
import { aMember, anArticle, anEvent } from '#tests/support/builders.ts';
import { engines } from '#tests/support/database.ts';
import { aPicture } from '#tests/support/stored-picture.ts';
import { testApp } from '#tests/support/test-app.ts';
import { findMissingPictures } from './missing-pictures.server.ts';
import { sweepPictures } from './uploads.jobs.ts';

const day = 86_400_000;

for (const engine of engines)
  test(`publishing names a picture that was removed in between, and saving a draft does not (${engine})`, async () => {
    await using app = await testApp({ engine });
    const before = await app.signIn();
    const url = await aPicture(app);
    const kept = await aPicture(app);
    const content = `<p><img src="${url}" alt="A bat"><img src="${kept}" alt=""></p>`;
    const made = anArticle({ content: `<img src="${kept}">` });
    const { id } = (await app.json<{ id: number }>('POST', '/articles/admin', made, before)).body;
    app.clock.advance(8 * day);
    const token = await app.signIn();
    await sweepPictures(app.context);
    const urls = [url, kept, `https://elsewhere.example${url}`, '/uploads/articles/none.jpg', '/defaults/article.webp'];
    expect(await findMissingPictures(app.db, app.context, urls)).toEqual([url]);

    const gone = (name: string) => `The picture “${name}” is no longer on the site: choose it again.`;
    const said = async (method: string, path: string, sent?: object) =>
      (await app.json<{ message?: string }>(method, path, sent, token)).body.message;
    expect(await said('PUT', `/articles/admin/${id}`, { content })).toBeUndefined();
    expect(await said('POST', `/articles/admin/publish/${id}`)).toBe(gone('A bat'));
    expect(await said('POST', '/articles/admin', anArticle({ content, isPublished: true }))).toBe(gone('A bat'));
    const name = url.split('/').at(-1) ?? '';
    expect(await said('PUT', `/articles/admin/${id}/image`, { imageUrl: url })).toBe(gone(name));
    expect(await said('POST', '/events/admin', anEvent({ imageUrl: url }))).toBe(gone(name));
    expect(await said('POST', '/members/admin', aMember({ imageUrl: url }))).toBe(gone(name));
    for (const [kind, input] of [
      ['events', anEvent()],
      ['members', aMember()],
    ] as const) {
      const { body: item } = await app.json<{ id: number }>('POST', `/${kind}/admin`, input, token);
      // Also where someone else has saved in the meantime: no one decides on a version that cannot be saved.
      expect(await said('PUT', `/${kind}/admin/${item.id}`, { imageUrl: url, version: 7 })).toBe(gone(name));
    }
    expect(await said('PUT', '/settings/admin', { defaultAvatarImage: url })).toBe(gone(name));
    expect(await said('PUT', `/articles/admin/${id}`, { content: `<img src="${kept}">` })).toBeUndefined();
    expect(await said('POST', `/articles/admin/publish/${id}`)).toBeUndefined();
  });

for (const engine of engines)
  test(`a permanently deleted picture counts as missing before its files are removed (${engine})`, async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const imageUrl = await aPicture(app);
    const made = await app.json<{ id: number }>('POST', '/members/admin', aMember({ imageUrl }), token);
    await app.json('DELETE', `/members/admin/${made.body.id}`, undefined, token);
    // The store does not answer.
    app.context.store.remove = () => Promise.reject(new Error('No answer'));
    await app.json('DELETE', `/bin/admin/members/${made.body.id}`, undefined, token);
    expect(await findMissingPictures(app.db, app.context, [imageUrl])).toEqual([imageUrl]);
    const { status } = await app.json('POST', '/members/admin', aMember({ imageUrl }), token);
    expect(status).toBe(400);
  });
