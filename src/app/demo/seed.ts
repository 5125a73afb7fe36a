/** Fills a new site with demo content, once: pictures, articles, events and a committee, all marked as demo. */
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { sanitiseAndRender } from '#features/articles/content/content.server.ts';
import { lockTimeZone, readSetting } from '#features/settings/settings.server.ts';
import { storePicture } from '#features/uploads/pictures.server.ts';
import type { AppContext } from '#platform/context.ts';
import { type Db, transact } from '#platform/db/db.ts';
import { indexQueuedRows } from '#platform/db/search/indexing.ts';
import { severalAtOnce } from '#platform/fast/several-at-once.ts';
import type { KindName } from '../kinds.ts';
import { readDemoTexts } from './demo-texts.ts';
import { type Demo, insertArticles, insertEvents, insertMembers, type Pictures } from './insert-demo-rows.ts';
import { type DemoContent, demoMembershipUrl, marker } from './remove-demo.ts';

const folder = join(import.meta.dirname, 'pictures');

/** Does nothing on a site that has, or ever had, content. */
export async function seedDemo(context: AppContext): Promise<void> {
  if (!(await isNew(context.db))) return;
  const demo = await readDemoTexts();
  const pictures = await storePictures(context, demo);
  const bodies = await Promise.all(
    demo.articles.map(({ content }) =>
      sanitiseAndRender(
        context,
        content.replace(/ src="(\w+)"/g, (_, name) => ` src="${pictures.get(name) ?? ''}"`),
      ),
    ),
  );
  const now = context.clock.now();
  await transact(context.db, async (trx) => {
    // Another process may have added it in the meantime.
    if (!(await isNew(trx))) return;
    const ids = {
      articles: await insertArticles(trx, demo, { bodies, pictures, now }),
      events: await insertEvents(trx, demo, { pictures, now, timeZone: await lockTimeZone(trx, context.config) }),
      members: await insertMembers(trx, demo, { pictures, now }),
    };
    const marked: DemoContent = { ids };
    const settings = { membershipUrl: JSON.stringify(demoMembershipUrl), [marker]: JSON.stringify(marked) };
    for (const [key, value] of Object.entries(settings))
      await trx.insertInto('settings').values({ key, value, updatedAt: now.toISOString() }).execute();
  });
  await indexQueuedRows(context.db);
  context.log.info('demo content added');
}

async function isNew(db: Db): Promise<boolean> {
  if ((await readSetting(db, marker)) !== undefined) return false;
  for (const name of ['articles', 'events', 'members'] as const)
    if (await db.selectFrom(name).select('id').limit(1).executeTakeFirst()) return false;
  return true;
}

async function storePictures(context: AppContext, { articles }: Demo): Promise<Pictures> {
  const stored: Pictures = new Map();
  // Two at a time: one is stored while the other is encoded.
  await severalAtOnce(2, readdirSync(folder), async (fileName) => {
    const name = parse(fileName).name;
    const bytes = await readFile(join(folder, fileName));
    const ofArticle = articles.some(({ picture }) => picture === name);
    const purpose: KindName = name.startsWith('member') ? 'members' : ofArticle ? 'articles' : 'events';
    const picture = { purpose, bytes, fileName, administratorId: null, effort: 'quick' as const };
    stored.set(name, (await storePicture(context, picture)).imageUrl);
  });
  return stored;
}
