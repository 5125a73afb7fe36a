import { expect, test } from 'vitest';
import { engines } from '#tests/support/database.ts';
import { type TestApp, testApp } from '#tests/support/test-app.ts';

type Row = { email: string };

async function search(app: TestApp, token: string, query: string) {
  const path = `/newsletter/admin/subscribers?${query}`;
  const { body, headers } = await app.json<Row[]>('GET', path, undefined, token);
  return {
    emails: body.map(({ email }) => email),
    total: Number(headers.get('x-total-count')),
    cursor: headers.get('x-next-cursor'),
  };
}

async function add(app: TestApp, emails: string[], state: 'confirmed' | 'pending' = 'confirmed') {
  const at = app.clock.now().toISOString();
  const rows = emails.map((email) => ({
    email,
    emailKey: email.toLowerCase(),
    state,
    createdAt: at,
    confirmedAt: null,
    unsubscribedAt: null,
    lastMailAt: null,
  }));
  for (let start = 0; start < rows.length; start += 500)
    await app.db
      .insertInto('subscribers')
      .values(rows.slice(start, start + 500))
      .execute();
}

for (const engine of engines) {
  test(`an address is found by any part of it, with its state, on ${engine}`, async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    await add(app, ['Anna@uni.example', 'bo_b@uni.example', "o'hara%x@society.example"]);
    await add(app, ['jörg@uni.example'], 'pending');
    const found = async (term: string, state = '') =>
      (await search(app, token, new URLSearchParams({ search: term, ...(state && { state }) }).toString())).emails;
    expect(await found('ANN')).toEqual(['Anna@uni.example']);
    expect(await found('@uni.')).toEqual(['jörg@uni.example', 'bo_b@uni.example', 'Anna@uni.example']);
    expect(await found('@uni.', 'confirmed')).toEqual(['bo_b@uni.example', 'Anna@uni.example']);
    expect(await found('JÖRG')).toEqual(['jörg@uni.example']);
    expect(await found('ö')).toEqual(['jörg@uni.example']);
    expect(await found('_')).toEqual(['bo_b@uni.example']);
    expect(await found("'hara%")).toEqual(["o'hara%x@society.example"]);
    expect(await found('%')).toEqual(["o'hara%x@society.example"]);
    expect(await found('nobody')).toEqual([]);
    expect(await found('con')).toEqual([]);
  });

  test(`a search among many addresses goes on from page to page and counts them all on ${engine}`, async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    await add(app, ['rare.one@society.example', 'rare.two@society.example']);
    await add(
      app,
      Array.from({ length: 60 }, (_, number) => `reader${number}@uni.example`),
    );
    const common = await search(app, token, 'search=reader&limit=2');
    expect(common).toMatchObject({ emails: ['reader59@uni.example', 'reader58@uni.example'], total: 60 });
    const next = await search(app, token, `search=reader&limit=2&cursor=${common.cursor}`);
    expect(next).toMatchObject({ emails: ['reader57@uni.example', 'reader56@uni.example'], total: 60 });
    const rare = await search(app, token, 'search=rare.&limit=1');
    expect(rare).toMatchObject({ emails: ['rare.two@society.example'], total: 2 });
    expect((await search(app, token, `search=rare.&limit=1&cursor=${rare.cursor}`)).emails).toEqual([
      'rare.one@society.example',
    ]);
    expect((await search(app, token, 'limit=1')).total).toBe(62);
  });
}
