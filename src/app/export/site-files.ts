/**
 * Everything that a society needs to move elsewhere, as files that any program reads: texts as Markdown, lists as CSV,
 * pictures as they were uploaded. It is no backup: it holds no passwords, versions or bin, and cannot be restored.
 */
import { markdownOf } from '#features/articles/content/markdown.ts';
import { exportSubscribers } from '#features/newsletter/subscribers/subscribers-export.server.ts';
import { exportGuests } from '#features/registrations/guests/guests-export.server.ts';
import { getSettings } from '#features/settings/settings.server.ts';
import { pathOf } from '#features/uploads/pictures.server.ts';
import { pictureName } from '#features/uploads/references.server.ts';
import type { AppContext } from '#platform/context.ts';
import { csvCell } from '#platform/csv/csv-cell.ts';
import type { Db } from '#platform/db/db.ts';
import type { TarFile } from '#platform/files/tar.ts';
import { readme } from './readme.ts';

export type SiteFilesContext = Pick<AppContext, 'db' | 'config' | 'store' | 'clock'>;
type File = { path: string; text: string };

/** Pictures last, so that the texts are there when the line breaks. */
export async function* siteFiles(context: SiteFilesContext): AsyncGenerator<TarFile> {
  const { db, config, clock } = context;
  const modifiedAt = clock.now();
  const settings = await getSettings(db, config);
  const all = [
    one({ path: 'README.md', text: readme(settings.societyName, modifiedAt) }),
    one({
      path: 'settings.csv',
      text: table(
        ['setting', 'value'],
        Object.entries(settings).map(([key, value]) => ({ setting: key, value })),
      ),
    }),
    one({ path: 'about.md', text: `${settings.aboutText}\n` }),
    articleFiles(db),
    eventFiles(db),
    memberFiles(db),
    subscriberFiles(db),
    guestFiles(db),
    newsletterFiles(db),
  ];
  for (const files of all)
    for await (const { path, text } of files) {
      const bytes = Buffer.from(text);
      yield { path, size: bytes.length, modifiedAt, body: [bytes] };
    }
  yield* pictureFiles(context);
}

async function* one(file: File): AsyncGenerator<File> {
  yield file;
}

/** One at a time: an article may be long. */
async function* articleFiles(db: Db): AsyncGenerator<File> {
  const rows = await db.selectFrom('articles').select('id').where('deletedAt', 'is', null).orderBy('id').execute();
  for (const { id } of rows) {
    const row = await db.selectFrom('articles').selectAll().where('id', '=', id).executeTakeFirst();
    if (!row) continue;
    const {
      title,
      description,
      excerpt,
      isPublished,
      isFeatured,
      publishedAt,
      createdAt,
      updatedAt,
      imageUrl,
      imageAlt,
      lang,
    } = row;
    const head = { title, description, excerpt, isPublished, isFeatured, publishedAt, createdAt, updatedAt, lang };
    const text = markdownOf(row.content, pictureFrom('../'));
    yield {
      path: `articles/${fileName(id, title)}.md`,
      text: page({ ...head, image: picture(imageUrl, '../'), imageAlt }, text),
    };
  }
}

const eventColumns = [
  ...['id', 'title', 'eventDate', 'endDate', 'isAllDay', 'location', 'address', 'onlineUrl', 'ticketUrl', 'hasSignup'],
  ...[
    'signupOpensAt',
    'signupClosesAt',
    'capacity',
    'maxPlaces',
    'questions',
    'cancelledAt',
    'cancellationNote',
    'image',
    'description',
  ],
];

async function* eventFiles(db: Db): AsyncGenerator<File> {
  const rows = await db.selectFrom('events').selectAll().where('deletedAt', 'is', null).orderBy('startsAt').execute();
  yield {
    path: 'events.csv',
    text: table(
      eventColumns,
      rows.map((row) => ({ ...row, image: picture(row.imageUrl, '') })),
    ),
  };
  for (const { id, title, eventDate, endDate, location, description, imageUrl } of rows) {
    const head = { title, eventDate, endDate, location, image: picture(imageUrl, '../') };
    yield { path: `events/${fileName(id, title)}.md`, text: page(head, `${description}\n`) };
  }
}

const memberColumns = ['id', 'name', 'position', 'isActive', 'joinDate', 'sortOrder', 'image', 'bio'];

async function* memberFiles(db: Db): AsyncGenerator<File> {
  const rows = await db.selectFrom('members').selectAll().where('deletedAt', 'is', null).orderBy('id').execute();
  yield {
    path: 'members.csv',
    text: table(
      memberColumns,
      rows.map((row) => ({ ...row, image: picture(row.imageUrl, '') })),
    ),
  };
  for (const { id, name, position, bio, imageUrl } of rows)
    yield {
      path: `members/${fileName(id, name)}.md`,
      text: page({ name, position, image: picture(imageUrl, '../') }, `${bio}\n`),
    };
}

async function* subscriberFiles(db: Db): AsyncGenerator<File> {
  yield { path: 'subscribers.csv', text: await joined(exportSubscribers(db, undefined)) };
}

async function* guestFiles(db: Db): AsyncGenerator<File> {
  const events = await db
    .selectFrom('events')
    .select(['id', 'title', 'questions'])
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .execute();
  for (const { id, title, questions } of events)
    for (const list of ['coming', 'waiting', 'gone'] as const) {
      const text = await joined(
        exportGuests(db, { eventId: id, list, questions: questions ? questions.split('\n') : [] }),
      );
      if (text.split('\r\n').length > 2) yield { path: `guests/${fileName(id, title)}-${list}.csv`, text };
    }
}

async function* newsletterFiles(db: Db): AsyncGenerator<File> {
  const rows = await db.selectFrom('issues').select('id').orderBy('id').execute();
  for (const { id } of rows) {
    const row = await db
      .selectFrom('issues')
      .select(['subject', 'text', 'createdAt'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (row)
      yield {
        path: `newsletters/${fileName(id, row.subject)}.txt`,
        text: `${row.createdAt}\n${row.subject}\n\n${row.text}`,
      };
  }
}

/** Not the smaller copies of them that pages show. */
async function* pictureFiles({ db, store }: SiteFilesContext): AsyncGenerator<TarFile> {
  const rows = await db
    .selectFrom('uploads')
    .select(['url', 'createdAt'])
    .where('removedAt', 'is', null)
    .orderBy('id')
    .execute();
  for (const { url, createdAt } of rows) {
    const found = await store.get(pathOf(url));
    // Removed in between.
    if (!found) continue;
    const body = found.body instanceof Uint8Array ? [found.body] : (found.body as unknown as AsyncIterable<Uint8Array>);
    yield { path: `pictures/${pathOf(url)}`, size: found.size, modifiedAt: new Date(createdAt), body };
  }
}

/** Relative, for the pictures of this site. */
function pictureFrom(up: string): (url: string) => string {
  return (url) => (pictureName.test(url) ? `${up}pictures/${pathOf(url)}` : url);
}

function picture(url: string | null, up: string): string | null {
  return url === null ? null : pictureFrom(up)(url);
}

/** A text with its facts above it, as static site generators read them: JSON's strings are YAML's as well. */
function page(facts: Record<string, unknown>, text: string): string {
  const lines = Object.entries(facts).filter(([, value]) => value !== null && value !== '');
  return `---\n${lines.map(([name, value]) => `${name}: ${JSON.stringify(value)}\n`).join('')}---\n\n${text}`;
}

function table(columns: string[], rows: Record<string, unknown>[]): string {
  const lines = [columns, ...rows.map((row) => columns.map((column) => textOf(row[column])))];
  return `\ufeff${lines.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('')}`;
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** '0007-bats-farms-and-us': sorts by age. ASCII, as old archives want it. */
function fileName(id: number, title: string): string {
  const plain = title
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();
  const words = plain
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
    .join('-')
    .slice(0, 60);
  return `${String(id).padStart(4, '0')}${words && '-'}${words}`;
}

async function joined(pieces: AsyncIterable<string>): Promise<string> {
  return (await Array.fromAsync(pieces)).join('');
}
