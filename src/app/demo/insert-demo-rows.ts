/** The demo content as rows. */
import type { Content } from '#features/articles/content/content.server.ts';
import { eventInstants } from '#features/events/event-times.ts';
import type { Db } from '#platform/db/db.ts';
import { isoDayInZone } from '#shared/dates.ts';
import type { readDemoTexts } from './demo-texts.ts';

const dayMs = 86_400_000;

export type Demo = Awaited<ReturnType<typeof readDemoTexts>>;

/** Public addresses by picture name. The committee's pictures are `member0`, `member1`… */
export type Pictures = Map<string, string>;

type Seed = { pictures: Pictures; now: Date };

export async function insertArticles(
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
      imageUrl: pictures.get(article.picture) ?? null,
      imageAlt: article.imageAlt,
      isPublished: true,
      isFeatured: article.isFeatured ?? false,
      publishedAt: at,
      createdAt: at,
      updatedAt: at,
    };
  });
  return idsOf(await db.insertInto('articles').values(rows.reverse()).returning('id').execute());
}

export async function insertEvents(
  db: Db,
  { events }: Demo,
  { pictures, now, timeZone }: Seed & { timeZone: string },
): Promise<number[]> {
  const at = now.toISOString();
  const dayIn = (days: number) => isoDayInZone(new Date(now.getTime() + days * dayMs).toISOString(), timeZone);
  const rows = events.map(({ inDays, time, picture, end, cancelled, signup, ...event }) => {
    const eventDate = `${dayIn(inDays)}T${time}:00`;
    const endDate = end ? `${dayIn(inDays + end.afterDays)}T${end.time}:00` : null;
    return {
      ...event,
      hasSignup: signup !== undefined,
      capacity: signup?.capacity ?? null,
      maxPlaces: signup?.maxPlaces ?? 1,
      questions: signup?.questions ?? '',
      eventDate,
      endDate,
      ...eventInstants({ eventDate, endDate, isAllDay: false }, timeZone),
      cancelledAt: cancelled ? at : null,
      cancellationNote: cancelled ?? null,
      imageUrl: (picture && pictures.get(picture)) || null,
      createdAt: at,
      updatedAt: at,
    };
  });
  return idsOf(await db.insertInto('events').values(rows).returning('id').execute());
}

export async function insertMembers(db: Db, { members }: Demo, { pictures, now }: Seed): Promise<number[]> {
  const at = now.toISOString();
  const rows = members.map((member, index) => ({
    ...member,
    imageUrl: pictures.get(`member${index}`) ?? null,
    isActive: true,
    joinDate: at,
    createdAt: at,
    updatedAt: at,
  }));
  return idsOf(await db.insertInto('members').values(rows).returning('id').execute());
}

function idsOf(rows: { id: number }[]): number[] {
  return rows.map(({ id }) => id);
}
