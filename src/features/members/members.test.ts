import { describe, expect, test } from 'vitest';
import { aMember } from '#tests/support/builders.ts';
import { engines } from '#tests/support/database.ts';
import { testApp } from '#tests/support/test-app.ts';

describe.each(engines)('members on %s', (engine) => {
  test('are sorted by their order if set, then by position, then by name', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const members = [
      { name: 'Fay', position: 'Chair' },
      { name: 'Eve', position: 'Auditor' },
      { name: 'Dan', position: 'Auditor' },
      { name: 'Cleo', position: 'Advisor', sortOrder: 5 },
      { name: 'Ben', position: 'Treasurer', sortOrder: 0 },
      { name: 'Ann', position: 'Webmaster', sortOrder: 1 },
    ];
    for (const member of members) await app.json('POST', '/members/admin', aMember(member), token);
    const { body } = await app.json<{ name: string }[]>('GET', '/members');
    expect(body.map(({ name }) => name)).toEqual(['Ben', 'Ann', 'Cleo', 'Dan', 'Eve', 'Fay']);
  });
});
