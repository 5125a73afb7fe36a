/** Many calls at the same time: PostgreSQL ends a transaction of two that wait for each other, and no one reads of it. */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { callOf, recipes } from './call-recipes.ts';
import { openSite } from './site.ts';
import { changedPlaces, contentOf } from './stored-content.ts';

const rounds = Number(process.env.SIMULTANEOUS_ROUNDS ?? 30);
/** They take long and lock nothing. */
const left = /^GET|backups|export/;

test('of thirty calls at a time, each made twice, none fails for another', { timeout: 1_800_000 }, async ({ skip }) => {
  await using site = await openSite('postgres').catch(() => skip('There is no PostgreSQL here.'));
  const next = randomNumbers(Number(process.env.SIMULTANEOUS_SEED ?? 1));
  const all = Object.entries(recipes).filter(([name]) => !left.test(name));
  const failed: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const drawn = all.map((one) => ({ one, order: next() })).toSorted((a, b) => a.order - b.order);
    const calls = await Promise.all(
      drawn.slice(0, 30).map(async ({ one: [name, recipe] }) => {
        const call = await callOf(name, recipe, site.world, site.app().db);
        return [name, call] as const;
      }),
    );
    const api = site.api();
    const twice = [...calls, ...calls].map(async ([name, { path, init }]) => {
      const { status } = await api.request(path, init);
      if (status >= 500) failed.push(`${name} in round ${round}: ${status}`);
    });
    await Promise.all(twice);
    const changed = changedPlaces(site.content, await contentOf(site.app().context));
    await site.restore(changed.filter((place) => place !== 'files'));
  }
  expect(failed).toEqual([]);
  const deadlocks = sql<{ count: string }>`SELECT sum(deadlocks) AS count FROM pg_stat_database`;
  const { rows } = await deadlocks.execute(site.app().db);
  console.log(`${rounds} rounds, ${rows[0]?.count} deadlocks of the database, none answered`);
  // A rare one is run again. Half as many as rounds came of locks that also shut out those who only refer to a row.
  expect(Number(rows[0]?.count)).toBeLessThan(rounds / 5);
});

function randomNumbers(seed: number): () => number {
  let last = seed;
  return () => {
    last = (last * 16_807) % 2_147_483_647;
    return last / 2_147_483_647;
  };
}
