/** Fills a database with very much, past the API, as a site has it after many years. */
import { sql } from 'kysely';
import { type Db, isPostgres, transact } from '#platform/db/db.ts';
import { type Random, randomFrom, textOf } from './random-texts.ts';

const rowsAtOnce = 50;
const addressesAtOnce = 20_000;
const hourMs = 3_600_000;

/** The latest first was published an hour ago, the others an hour apart. */
export async function addArticles(db: Db, count: number, bytes: number, now = new Date()): Promise<void> {
  const random = randomFrom(count);
  await inPieces(db, count, (trx, numbers) =>
    trx
      .insertInto('articles')
      .values(
        numbers.map((number) => {
          const contentText = textOf(random, bytes);
          const at = new Date(now.getTime() - (count - number) * hourMs).toISOString();
          return {
            title: textOf(random, 50),
            description: textOf(random, 120),
            excerpt: null,
            content: `<p>${contentText}</p>`,
            contentText,
            words: contentText.split(' ').length,
            imageUrl: null,
            imageAlt: '',
            isPublished: true,
            isFeatured: false,
            publishedAt: at,
            createdAt: at,
            updatedAt: at,
            deletedAt: null,
          };
        }),
      )
      .execute(),
  );
}

/** Half of them are past. */
export async function addEvents(db: Db, count: number, now = new Date()): Promise<void> {
  const random = randomFrom(count);
  await inPieces(db, count, (trx, numbers) =>
    trx
      .insertInto('events')
      .values(
        numbers.map((number) => {
          const at = new Date(now.getTime() + (number - Math.floor(count / 2) + 0.5) * hourMs).toISOString();
          return {
            ...{
              title: textOf(random, 40),
              location: 'Lecture hall',
              description: textOf(random, 400),
              imageUrl: null,
            },
            eventDate: at.slice(0, 19),
            startsAt: at,
            createdAt: at,
            updatedAt: at,
            deletedAt: null,
          };
        }),
      )
      .execute(),
  );
}

const names =
  'anna ben carla david elena felix gina hugo ines jonas kira leon mara nils olga paul rosa sven tara yusuf'.split(' ');
const places = ['uni.example', 'mail.example', 'student.example', 'society.example', 'clinic.example'];

export function addressOf(number: number, random: Random): string {
  const one = (of: string[]) => of[Math.floor(random() * of.length)];
  return `${one(names)}.${textOf(random, 7)
    .toLowerCase()
    .replace(/[^a-z]/g, '')}${number}@${one(places)}`;
}

/** 90 in 100 are confirmed, 5 pending, 4 unsubscribed, one suppressed. */
export async function addSubscribers(db: Db, count: number, now = new Date()): Promise<void> {
  const random = randomFrom(count);
  const at = sql.lit(now.toISOString());
  const time = isPostgres(db) ? sql`${at}::timestamptz` : at;
  const each = (json: string) =>
    isPostgres(db)
      ? sql`json_array_elements_text(${json}::json) with ordinality as each (value, key)`
      : sql`json_each(${json})`;
  for (let start = 0; start < count; start += addressesAtOnce) {
    const size = Math.min(addressesAtOnce, count - start);
    const addresses = Array.from({ length: size }, (_, offset) => addressOf(start + offset, random));
    await sql`
      insert into subscribers (email, email_key, state, created_at, confirmed_at)
      select value, value,
        case when key % 100 < 90 then 'confirmed' when key % 100 < 95 then 'pending'
          when key % 100 < 99 then 'unsubscribed' else 'suppressed' end,
        ${time}, case when key % 100 < 90 then ${time} end
      from ${each(JSON.stringify(addresses))}`.execute(db);
  }
}

/** PostgreSQL does so by itself after a while; the site never does on SQLite. */
export async function analyse(db: Db): Promise<void> {
  if (isPostgres(db)) await sql`vacuum analyze`.execute(db);
}

async function inPieces(db: Db, count: number, insert: (trx: Db, numbers: number[]) => Promise<unknown>) {
  for (let start = 0; start < count; start += rowsAtOnce) {
    const numbers = Array.from({ length: Math.min(rowsAtOnce, count - start) }, (_, offset) => start + offset);
    await transact(db, (trx) => insert(trx, numbers));
  }
}
