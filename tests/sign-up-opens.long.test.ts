import { describe, expect, test } from 'vitest';
import { openMigratedDatabase } from '#platform/db/db.ts';
import { everyEngine } from './support/database.ts';
import { openSignUp, people, places } from './support/sign-up-opening.ts';

describe.each(everyEngine)(`${people} people at once on %s`, (engine) => {
  test('exactly 20 get a place, the others wait, and each is told once', async () => {
    await using opening = await openSignUp(engine);
    const { place, tokens, confirmAll } = opening;
    const answers = await confirmAll(tokens);
    const states = Map.groupBy(answers, ({ state }) => state);
    expect([states.get('confirmed')?.length, states.get('waiting')?.length]).toEqual([places, people - places]);

    // The same links again change nothing.
    const again = await confirmAll(tokens.slice(0, 50));
    expect(again.map(({ state }) => state)).toEqual(answers.slice(0, 50).map(({ state }) => state));
    const database = await openMigratedDatabase({ dataDir: place.dataDir, databaseUrl: place.url });
    const emails = await database.db
      .selectFrom('mails')
      .where('issueId', 'is', null)
      .select(['kind', 'registrationId'])
      .execute();
    await database.close();
    expect(emails).toHaveLength(people);
    expect(new Set(emails.map(({ registrationId }) => registrationId)).size).toBe(people);
  });
});
