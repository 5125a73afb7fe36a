/** What is left of the demo content of a site that was filled before ids were noted. */
import type { Db } from '#platform/db/db.ts';
import { bats, rabies, vultures } from './texts/animals.ts';
import { heat, river, soil } from './texts/places.ts';
import { demoEvents, demoMembers } from './texts/society.ts';

/** How many of its articles, events and members are still there under their names. */
export async function countDemoLeft(db: Db): Promise<number> {
  const articles = [bats, soil, heat, rabies, river, vultures].map(({ title }) => title);
  const events = demoEvents.map(({ title }) => title);
  const members = demoMembers.map(({ name }) => name);
  const counts = [
    await db
      .selectFrom('articles')
      .select('id')
      .where('title', 'in', articles)
      .where('deletedAt', 'is', null)
      .execute(),
    await db.selectFrom('events').select('id').where('title', 'in', events).where('deletedAt', 'is', null).execute(),
    await db.selectFrom('members').select('id').where('name', 'in', members).where('deletedAt', 'is', null).execute(),
  ];
  return counts.flat().length;
}
