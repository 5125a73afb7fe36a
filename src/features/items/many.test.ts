import { describe, expect, test } from 'vitest';
import { kinds } from '#app/kinds.ts';
import { aMember, samples } from '#tests/support/builders.ts';
import { engines } from '#tests/support/database.ts';
import { type TestApp, testApp } from '#tests/support/test-app.ts';

type Done = { message: string; ids: number[] };

async function add(app: TestApp, token: string, name: string, body: object): Promise<number> {
  return (await app.json<{ id: number }>('POST', `/${name}/admin`, body, token)).body.id;
}

describe.each(engines)('several at once on %s', (engine) => {
  test.each(kinds)('$name go to the bin and come back by one call each', async ({ name, noun }) => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const ids: number[] = [];
    for (let at = 0; at < 3; at += 1) ids.push(await add(app, token, name, samples[name].input));
    await app.json('DELETE', `/${name}/admin/${ids[1]}`, undefined, token);
    const removed = await app.json<Done>('POST', `/${name}/admin/remove`, { ids: [...ids, 999] }, token);
    expect(removed).toMatchObject({ status: 200, body: { message: `2 ${noun}s deleted`, ids: [ids[0], ids[2]] } });
    expect((await app.json<object[]>('GET', `/${name}/admin`, undefined, token)).body).toEqual([]);
    const items = ids.map((id) => ({ kind: name, id }));
    const back = await app.json('POST', '/bin/admin/restore', { items }, token);
    expect(back).toMatchObject({ status: 200, body: { message: '3 are back.', count: 3 } });
    expect((await app.json<object[]>('GET', `/${name}/admin`, undefined, token)).body).toHaveLength(3);
    for (const [path, body] of [
      [`/${name}/admin/remove`, { ids }],
      ['/bin/admin/restore', { items }],
    ] as const)
      expect((await app.json('POST', path, body)).status).toBe(401);
    expect((await app.json('POST', `/${name}/admin/remove`, { ids: [] }, token)).status).toBe(400);
  });

  test('members are shown or hidden, each with a version, and those that were so are left out', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const ann = await add(app, token, 'members', aMember({ name: 'Ann' }));
    const bob = await add(app, token, 'members', aMember({ name: 'Bob', isActive: false }));
    const set = (isActive: boolean) =>
      app.json<Done>('POST', '/members/admin/active', { ids: [ann, bob, 999], isActive }, token);
    expect((await set(false)).body).toEqual({ message: '1 member is not shown any more', ids: [ann] });
    expect((await app.json<object[]>('GET', '/members')).body).toEqual([]);
    expect((await set(true)).body).toEqual({ message: '2 members are shown on the site', ids: [ann, bob] });
    const versions = await app.db.selectFrom('members').select('version').orderBy('id').execute();
    expect(versions.map(({ version }) => version)).toEqual([3, 2]);
  });
});
