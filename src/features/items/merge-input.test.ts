import { describe, expect, test } from 'vitest';
import { type KindName, kinds } from '#app/kinds.ts';
import type { Revision } from '#features/revisions/revision.schema.ts';
import { samples } from '#tests/support/builders.ts';
import { engines } from '#tests/support/database.ts';
import { type TestApp, testApp } from '#tests/support/test-app.ts';

type Answer = { id: number; version: number; fields?: object };
type Picture = { imageUrl?: string | null; imageFocalX?: number | null; imageFocalY?: number | null; version?: number };

const [one, another] = ['https://pictures.example/one.jpg', 'https://pictures.example/another.jpg'];
const point = { imageFocalX: 40, imageFocalY: 25 };
const none = { imageFocalX: null, imageFocalY: null };

/** An item of the kind with the first picture and a focal point. */
async function withPoint(app: TestApp, name: KindName) {
  const token = await app.signIn();
  const input = { ...samples[name].input, imageUrl: one, ...point };
  const { body: made } = await app.json<Answer>('POST', `/${name}/admin`, input, token);
  const path = `/${name}/admin/${made.id}`;
  const put = (picture: Picture) => app.json<Answer>('PUT', path, picture, token);
  const setImage = (picture: Picture) => app.json<Answer>('PUT', `${path}/image`, picture, token);
  const seen = async () => (await app.json('GET', `/${name}/${made.id}`, undefined, token)).body;
  return { made, token, path, put, setImage, seen };
}

describe.each(engines)('the focal point on %s', (engine) => {
  test.each(kinds)(
    '$name: visitors get it, it stays while the picture stays, and is removed with it',
    async ({ name }) => {
      await using app = await testApp({ engine });
      const { made, put, setImage, seen } = await withPoint(app, name);
      expect(made).toMatchObject({ imageUrl: one, ...point });
      const [listed = {}] = (await app.json<object[]>('GET', `/${name}`)).body;
      // Of pages the list holds links alone.
      if (name !== 'pages') expect(listed).toMatchObject(point);

      await put({ imageUrl: one });
      expect(await seen()).toMatchObject(point);
      await put({ imageFocalX: 0 });
      expect(await seen()).toMatchObject({ imageFocalX: 0, imageFocalY: 25 });
      await put({ imageUrl: another });
      expect(await seen()).toMatchObject({ imageUrl: another, ...none });
      await setImage({ imageUrl: one, imageFocalX: 100, imageFocalY: 7 });
      expect(await seen()).toMatchObject({ imageUrl: one, imageFocalX: 100, imageFocalY: 7 });
      await setImage({ imageUrl: one });
      expect(await seen()).toMatchObject({ imageFocalX: 100, imageFocalY: 7 });
      await setImage({ imageUrl: another });
      expect(await seen()).toMatchObject({ imageUrl: another, ...none });
      await put(point);
      await put({ imageUrl: null });
      expect(await seen()).toMatchObject({ imageUrl: null, ...none });
    },
  );

  test.each(kinds)('$name: both values are whole percents from 0 to 100, or neither is there', async ({ name }) => {
    await using app = await testApp({ engine });
    const { put, setImage, seen } = await withPoint(app, name);
    const refused: [Picture, string][] = [
      [{ imageFocalX: -1 }, 'imageFocalX'],
      [{ imageFocalY: 101 }, 'imageFocalY'],
      [{ imageFocalX: 0.5 }, 'imageFocalX'],
      [{ imageFocalX: null }, 'imageFocalX'],
      [{ imageFocalY: null }, 'imageFocalY'],
    ];
    for (const [picture, field] of refused)
      for (const answer of [await put(picture), await setImage({ imageUrl: one, ...picture })])
        expect({ status: answer.status, fields: Object.keys(answer.body.fields ?? {}) }).toEqual({
          status: 400,
          fields: [field],
        });
    expect(await seen()).toMatchObject(point);
    await put(none);
    expect(await seen()).toMatchObject({ imageUrl: one, ...none });
  });

  test.each(kinds)(
    '$name: it belongs to the check for stale saves, to versions and to what the bin restores',
    async ({ name }) => {
      await using app = await testApp({ engine });
      const { made, token, path, put, seen } = await withPoint(app, name);
      await put({ imageFocalX: 90, imageFocalY: 80, version: made.version });
      expect((await put({ ...none, version: made.version })).status).toBe(409);
      expect(await seen()).toMatchObject({ imageFocalX: 90, imageFocalY: 80 });

      const versions = await app.json<Revision[]>('GET', `${path}/revisions`, undefined, token);
      expect(versions.body.map(({ summary }) => summary)).toEqual(['Focal point changed', 'First version']);
      await app.json('POST', `${path}/revisions/${versions.body[1]?.id}`, undefined, token);
      expect(await seen()).toMatchObject({ imageUrl: one, ...point });

      await app.json('DELETE', path, undefined, token);
      const restored = await app.json('POST', `/bin/admin/${name}/${made.id}`, undefined, token);
      expect(restored.status).toBe(200);
      expect(await seen()).toMatchObject({ imageUrl: one, ...point });
    },
  );

  test.each(kinds)('$name: restoring a version restores its focal point, or none', async ({ name }) => {
    await using app = await testApp({ engine });
    const { token, path, put, seen } = await withPoint(app, name);
    const oldest = async () =>
      (await app.json<Revision[]>('GET', `${path}/revisions`, undefined, token)).body.at(-1)?.id;
    const restoreOldest = async () => app.json('POST', `${path}/revisions/${await oldest()}`, undefined, token);
    await put({ imageUrl: another, imageFocalX: 90, imageFocalY: 80 });
    await restoreOldest();
    expect(await seen()).toMatchObject({ imageUrl: one, ...point });

    const row = await app.db.selectFrom('revisions').select(['id', 'data']).orderBy('id').executeTakeFirstOrThrow();
    const { imageFocalX: _x, imageFocalY: _y, ...before } = JSON.parse(row.data) as Record<string, unknown>;
    await app.db
      .updateTable('revisions')
      .set({ data: JSON.stringify(before) })
      .where('id', '=', row.id)
      .execute();
    await restoreOldest();
    expect(await seen()).toMatchObject({ imageUrl: one, ...none });
  });
});
