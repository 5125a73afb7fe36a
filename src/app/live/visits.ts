/** Who has the form of an item open, told by the streams of their browsers: whoever closes it is gone at once. */
import type { AppContext } from '#platform/context.ts';
import { randomToken } from '#platform/tokens.ts';

/** A process that was killed takes nobody out: they are gone after this long. */
const goneAfterMs = 45_000;
/** The row is refreshed this often. */
export const refreshMs = 15_000;

export type Visit = { form: string; administratorId: number };

type Context = Pick<AppContext, 'db' | 'clock'>;

/** Answers what keeps the visit, and what ends it. */
export async function beginVisit({ db, clock }: Context, { form, administratorId }: Visit) {
  const id = randomToken(16);
  const at = (ms = 0) => new Date(clock.now().getTime() + ms).toISOString();
  await db.deleteFrom('formVisits').where('seenAt', '<', at(-goneAfterMs)).execute();
  const row = { id, administratorId, form };
  const keep = async () => {
    await db
      .insertInto('formVisits')
      .values({ ...row, seenAt: at() })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ seenAt: at() }))
      .execute();
  };
  await keep();
  return {
    keep,
    end: async () => {
      await db.deleteFrom('formVisits').where('id', '=', id).execute();
    },
  };
}

/** Their names, each once, in the order of the alphabet. */
export async function colleaguesIn({ db, clock }: Context, { form, administratorId }: Visit): Promise<string[]> {
  const rows = await db
    .selectFrom('formVisits')
    .innerJoin('administrators', 'administrators.id', 'formVisits.administratorId')
    .select('administrators.username')
    .distinct()
    .where('form', '=', form)
    .where('seenAt', '>=', new Date(clock.now().getTime() - goneAfterMs).toISOString())
    .where('administratorId', '!=', administratorId)
    .orderBy('administrators.username')
    .execute();
  return rows.map(({ username }) => username);
}
