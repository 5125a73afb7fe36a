/** The drafts that come with a site, once: someone who deletes one does not get it again. */
import { getSettings } from '#features/settings/settings.server.ts';
import type { AppContext } from '#platform/context.ts';
import { transact } from '#platform/db/db.ts';
import { starterPages } from './starter-texts.ts';

/** The key of the setting that says that they have come. */
const marker = 'starterPagesAdded';

export async function addStarterPages({ db, config, clock }: Pick<AppContext, 'db' | 'config' | 'clock'>) {
  const at = clock.now().toISOString();
  await transact(db, async (trx) => {
    const first = await trx
      .insertInto('settings')
      .values({ key: marker, value: 'true', updatedAt: at })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .returning('key')
      .executeTakeFirst();
    if (!first) return;
    const state = { place: 'footer' as const, isPublished: false, imageUrl: null };
    const stamps = { createdAt: at, updatedAt: at, deletedAt: null };
    const rows = starterPages(await getSettings(trx, config));
    await trx
      .insertInto('pages')
      .values(rows.map((row, position) => ({ ...row, ...state, position, ...stamps })))
      .onConflict((conflict) => conflict.column('address').doNothing())
      .execute();
  });
}
