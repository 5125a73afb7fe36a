import { describe, expect, test } from 'vitest';
import { kinds } from '#app/kinds.ts';
import { samples } from '#tests/support/builders.ts';
import { engines } from '#tests/support/database.ts';
import { testApp } from '#tests/support/test-app.ts';

type Answer = { id: number; fields?: object };

describe.each(engines)('of each kind on %s', (engine) => {
  test.each(kinds)('$name: what is saved is found by visitors and by a search', async ({ name, titleField }) => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const { input, change, search } = samples[name];
    const { status, body } = await app.json<Answer>('POST', `/${name}/admin`, input, token);
    expect(status).toBe(201);
    await app.json('POST', `/${name}/admin`, { ...input, [titleField]: 'Ω' }, token);
    await app.json('PUT', `/${name}/admin/${body.id}`, { ...input, ...change }, token);
    expect((await app.json('GET', `/${name}/${body.id}`)).body).toMatchObject(change);
    expect((await app.json<Answer[]>('GET', `/${name}`)).body).toHaveLength(2);
    const found = await app.json<Answer[]>('GET', `/${name}/admin?search=${search}`, undefined, token);
    expect(found.body.map(({ id }) => id)).toContain(body.id);
    expect((await app.json('GET', `/${name}/admin?search=nowhere`, undefined, token)).body).toEqual([]);
  });

  test.each(kinds)('$name: an administrator reads them page by page, each once', async ({ name, titleField }) => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const titles = ['b', 'Ä', 'a', 'Z', 'A'];
    for (const title of titles)
      await app.json('POST', `/${name}/admin`, { ...samples[name].input, [titleField]: title }, token);
    const read: string[] = [];
    for (let cursor: string | null = ''; cursor !== null && read.length < 20; ) {
      const path: string = `/${name}/admin?limit=2${cursor && `&cursor=${cursor}`}`;
      const page = await app.json<Record<string, string>[]>('GET', path, undefined, token);
      expect(page.headers.get('x-total-count')).toBe('5');
      read.push(...page.body.map((item) => item[titleField] ?? ''));
      cursor = page.headers.get('x-next-cursor');
    }
    expect(read.toSorted()).toEqual(titles.toSorted());
  });

  test.each(kinds)('$name: an invalid input is refused under the name of its field', async ({ name }) => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    for (const part of samples[name].refused) {
      const { status, body } = await app.json<Answer>(
        'POST',
        `/${name}/admin`,
        { ...samples[name].input, ...part },
        token,
      );
      expect({ status, fields: Object.keys(body.fields ?? {}) }).toEqual({ status: 400, fields: Object.keys(part) });
    }
  });
});
