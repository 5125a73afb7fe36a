import { describe, expect, test } from 'vitest';
import { aMember } from '#tests/support/builders.ts';
import { engines } from '#tests/support/database.ts';
import { testApp } from '#tests/support/test-app.ts';
import type { Member } from './member.schema.ts';

describe.each(engines)('the order of the committee on %s', (engine) => {
  test('is saved in one call for all members that still exist, with one audit entry', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const ids: number[] = [];
    for (const name of ['Ann', 'Bob', 'Cleo', 'Dan'])
      ids.push((await app.json<Member>('POST', '/members/admin', aMember({ name }), token)).body.id);
    const [ann = 0, bob = 0, cleo = 0] = ids;
    await app.json('DELETE', `/members/admin/${bob}`, undefined, token);
    const order = (wanted: number[]) => app.json('POST', '/members/admin/order', { ids: wanted }, token);
    expect((await order([cleo, bob, ann, 999])).status).toBe(200);
    const shown = (await app.json<Member[]>('GET', '/members')).body;
    expect(shown.map(({ name, sortOrder }) => [name, sortOrder])).toEqual([
      ['Cleo', 1],
      ['Ann', 2],
      ['Dan', null],
    ]);
    const versions = () => app.db.selectFrom('members').select(['id', 'version']).orderBy('id').execute();
    const before = await versions();
    expect((await order([cleo, ann])).status).toBe(200);
    expect(await versions()).toEqual(before);
    const noted = app.db
      .selectFrom('audit')
      .select('entityId')
      .where('action', '=', 'member.order' as never);
    expect(await noted.execute()).toEqual([{ entityId: cleo }]);
    expect((await order([])).status).toBe(400);
    expect((await app.json('POST', '/members/admin/order', { ids })).status).toBe(401);
  });
});
