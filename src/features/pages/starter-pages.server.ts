/** The drafts that come with a site, once: someone who deletes one does not get it again. */
import { getSettings, putFirstSetting } from '#features/settings/settings.server.ts';
import type { SiteSettings } from '#features/settings/settings.ts';
import type { AppContext } from '#platform/context.ts';
import { type Db, transact } from '#platform/db/db.ts';
import { writeStarterPages } from './starter-texts.ts';

/** The settings key that records that they were added. */
const marker = 'starterPagesAdded';

export async function addStarterPages({ db, config, clock }: Pick<AppContext, 'db' | 'config' | 'clock'>) {
  const now = clock.now();
  await transact(db, async (trx) => {
    if (!(await putFirstSetting(trx, marker, true, now))) return;
    const state = { place: 'footer' as const, isPublished: false, imageUrl: null };
    const at = now.toISOString();
    const stamps = { createdAt: at, updatedAt: at, deletedAt: null };
    const rows = writeStarterPages(await getSettings(trx, config));
    await trx
      .insertInto('pages')
      .values(rows.map((row, position) => ({ ...row, ...state, position, ...stamps })))
      .onConflict((conflict) => conflict.column('address').doNothing())
      .execute();
  });
}

/** A draft that no one has touched says what the settings say now. */
export async function rewriteStarterPages(
  trx: Db,
  before: SiteSettings,
  after: SiteSettings,
  now: Date,
): Promise<void> {
  const rewritten = writeStarterPages(after);
  for (const [index, { address, content }] of writeStarterPages(before).entries())
    await trx
      .updateTable('pages')
      .set({ content: rewritten[index]?.content ?? content, updatedAt: now.toISOString() })
      .where('address', '=', address)
      .where('content', '=', content)
      .where('isPublished', '=', false)
      .execute();
}

type Known = Pick<AppContext, 'db' | 'config'>;
type Draft = { address: string; title: string; content: string; isPublished: boolean; deletedAt: string | null };

/** The titles, by address, of those that still say what they came with. */
export async function untouchedStarters({ db, config }: Known, pages: Draft[]): Promise<Map<string, string>> {
  const texts = new Map(writeStarterPages(await getSettings(db, config)).map((one) => [one.address, one.content]));
  const isUntouched = ({ address, content, isPublished, deletedAt }: Draft) =>
    !isPublished && deletedAt === null && texts.get(address) === content;
  return new Map(pages.filter(isUntouched).map(({ address, title }) => [address, title]));
}

/** The draft Privacy that came with the site; null once it is public or deleted. */
export async function findPrivacyDraft(db: Db): Promise<number | null> {
  const page = await db
    .selectFrom('pages')
    .select('id')
    .where('address', '=', 'privacy')
    .where('isPublished', '=', false)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return page?.id ?? null;
}
