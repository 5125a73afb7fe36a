/** Fills a new site with demo content, once: pictures, articles, events and a committee, all marked as demo. */
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { type Content, readContent } from '#features/articles/content/content.server.ts';
import { instantsOf } from '#features/events/event-times.ts';
import { lockTimeZone } from '#features/settings/settings.server.ts';
import { storePicture } from '#features/uploads/pictures.server.ts';
import type { AppContext } from '#platform/context.ts';
import { type Db, transact } from '#platform/db/db.ts';
import { indexNoted } from '#platform/db/search/indexing.ts';
import type { KindName } from '../kinds.ts';
import { type DemoContent, demoMembershipUrl, marker } from './demo-content.ts';
import { readDemoTexts } from './demo-texts.ts';

const dayMs = 86_400_000;
type Demo = Awaited<ReturnType<typeof readDemoTexts>>;

const folder = join(import.meta.dirname, 'pictures');

/** Does nothing on a site that has, or ever had, content. */
export async function seedDemo(context: AppContext): Promise<void> {
  if (!(await isNew(context.db))) return;
  const demo = await readDemoTexts();
  const pictures = await storePictures(context, demo);
  const bodies = await Promise.all(
    demo.articles.map(({ content }) =>
      readContent(
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
  await indexNoted(context.db);
  context.log.info('demo content added');
}

async function isNew(db: Db): Promise<boolean> {
  const seeded = await db.selectFrom('settings').select('key').where('key', '=', marker).executeTakeFirst();
  if (seeded) return false;
  for (const name of ['articles', 'events', 'members'] as const)
    if (await db.selectFrom(name).select('id').limit(1).executeTakeFirst()) return false;
  return true;
}

/** Public addresses by the picture's name. Those of the committee are `member0`, `member1`… */
type Pictures = Map<string, string>;

async function storePictures(context: AppContext, { articles }: Demo): Promise<Pictures> {
  const files = readdirSync(folder);
  const stored: Pictures = new Map();
  const lane = async () => {
    for (let fileName = files.shift(); fileName; fileName = files.shift()) {
      const name = parse(fileName).name;
      const bytes = await readFile(join(folder, fileName));
      const ofArticle = articles.some(({ picture }) => picture === name);
      const purpose: KindName = name.startsWith('member') ? 'members' : ofArticle ? 'articles' : 'events';
      const picture = { purpose, bytes, fileName, administratorId: null, effort: 'quick' as const };
      stored.set(name, (await storePicture(context, picture)).imageUrl);
    }
  };
  // Two at a time: one is stored while the other is encoded.
  await Promise.all([lane(), lane()]);
  return stored;
}

type Seed = { pictures: Pictures; now: Date };

async function insertArticles(
  db: Db,
  { articles }: Demo,
  { bodies, pictures, now }: Seed & { bodies: Content[] },
): Promise<number[]> {
  const rows = articles.map((article, index) => {
    const at = new Date(now.getTime() - article.daysAgo * dayMs).toISOString();
    return {
      title: article.title,
      description: article.description,
      ...(bodies[index] as Content),
      excerpt: null,
      imageUrl: pictures.get(article.picture) ?? null,
      imageAlt: article.imageAlt,
      isPublished: true,
      isFeatured: article.isFeatured ?? false,
      publishedAt: at,
      createdAt: at,
      updatedAt: at,
      deletedAt: null,
    };
  });
  return idsOf(await db.insertInto('articles').values(rows.reverse()).returning('id').execute());
}

async function insertEvents(
  db: Db,
  { events }: Demo,
  { pictures, now, timeZone }: Seed & { timeZone: string },
): Promise<number[]> {
  const at = now.toISOString();
  const dayIn = (days: number) => dateIn(timeZone, new Date(now.getTime() + days * dayMs));
  const rows = events.map(({ inDays, time, picture, end, cancelled, signup, ...event }) => {
    const eventDate = `${dayIn(inDays)}T${time}:00`;
    const endDate = end ? `${dayIn(inDays + end.afterDays)}T${end.time}:00` : null;
    return {
      ...{ address: null, onlineUrl: null, ticketUrl: null },
      ...event,
      hasSignup: signup !== undefined,
      capacity: signup?.capacity ?? null,
      maxPlaces: signup?.maxPlaces ?? 1,
      questions: signup?.questions ?? '',
      eventDate,
      endDate,
      ...instantsOf({ eventDate, endDate, isAllDay: false }, timeZone),
      cancelledAt: cancelled ? at : null,
      cancellationNote: cancelled ?? null,
      imageUrl: (picture && pictures.get(picture)) || null,
      createdAt: at,
      updatedAt: at,
      deletedAt: null,
    };
  });
  return idsOf(await db.insertInto('events').values(rows).returning('id').execute());
}

async function insertMembers(db: Db, { members }: Demo, { pictures, now }: Seed): Promise<number[]> {
  const at = now.toISOString();
  const rows = members.map((member, index) => ({
    ...member,
    imageUrl: pictures.get(`member${index}`) ?? null,
    isActive: true,
    joinDate: at,
    sortOrder: null,
    createdAt: at,
    updatedAt: at,
    deletedAt: null,
  }));
  return idsOf(await db.insertInto('members').values(rows).returning('id').execute());
}

function idsOf(rows: { id: number }[]): number[] {
  return rows.map(({ id }) => id);
}

/** YYYY-MM-DD in the time zone. */
function dateIn(timeZone: string, instant: Date): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(
    instant,
  );
}
