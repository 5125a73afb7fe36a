/** Cleans rows that come from elsewhere, such as a restored backup. */
import type { Db } from '#platform/db/db.ts';
import { SocietyEventInput } from './event.schema.ts';

/** Drops links that a save would refuse. */
export async function cleanRestoredEvents(db: Db): Promise<void> {
  for (const link of ['onlineUrl', 'ticketUrl'] as const) {
    const rows = await db.selectFrom('events').select(['id', link]).where(link, 'is not', null).execute();
    for (const { id, [link]: url } of rows)
      if (!SocietyEventInput.safeParse({ [link]: url }).success)
        await db
          .updateTable('events')
          .set({ [link]: null })
          .where('id', '=', id)
          .execute();
  }
}
