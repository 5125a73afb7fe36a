/**
 * Everything that a society needs to move elsewhere, as files that any program reads: texts as Markdown, in which
 * those of the editor stand as their HTML, lists as CSV, pictures as they were uploaded. It is no backup: it holds no passwords, versions or bin, and cannot be restored.
 */
import { peopleInWords } from '#features/committees/committees.server.ts';
import { withItemTables } from '#features/items/items.server.ts';
import type { Kind } from '#features/items/kind.ts';
import { withAllThings } from '#features/newsletter/content/digests/digest.ts';
import { contentOf } from '#features/newsletter/content/issue-texts.server.ts';
import { exportSubscribers } from '#features/newsletter/subscribers/subscribers-export.server.ts';
import { exportGuests } from '#features/registrations/guests/guests.server.ts';
import { getSettings } from '#features/settings/settings.server.ts';
import { pathOf } from '#features/uploads/pictures.server.ts';
import { pictureName } from '#features/uploads/references.server.ts';
import type { AppContext } from '#platform/context.ts';
import type { Db } from '#platform/db/db.ts';
import type { TarFile } from '#platform/files/tar.ts';
import { csvOf } from '#platform/spreadsheets/csv.ts';
import { workbookOf } from '#platform/spreadsheets/workbook.ts';
import { type KindName, kinds } from '../kinds.ts';
import { readme } from './readme.ts';

export type SiteFilesContext = Pick<AppContext, 'db' | 'config' | 'store' | 'clock'>;
/** A table becomes two files: for spreadsheets, and as CSV. */
type File = { path: string; text: string } | { path: string; table: string[][] };

/** Pictures last, so that the texts are there when the line breaks. */
export async function* siteFiles(context: SiteFilesContext): AsyncGenerator<TarFile> {
  const { db, config, clock } = context;
  const modifiedAt = clock.now();
  const settings = await getSettings(db, config);
  const all = [
    one({ path: 'README.md', text: readme(settings.societyName, modifiedAt) }),
    one({
      path: 'settings',
      table: table(
        ['setting', 'value'],
        Object.entries(settings).map(([key, value]) => ({ setting: key, value })),
      ),
    }),
    one({ path: 'about.md', text: `${settings.aboutText}\n` }),
    ...kinds.map((kind) => itemFiles(db, kind)),
    subscriberFiles(db),
    guestFiles(db),
    newsletterFiles(db),
  ];
  for (const files of all)
    for await (const file of files)
      for await (const [path, bytes] of written(file)) yield { path, size: bytes.length, modifiedAt, body: [bytes] };
  yield* pictureFiles(context);
}

async function* written(file: File): AsyncGenerator<[path: string, Buffer]> {
  if ('text' in file) return yield [file.path, Buffer.from(file.text)];
  for (const [ending, write] of [['xlsx', workbookOf] as const, ['csv', csvOf] as const])
    yield [`${file.path}.${ending}`, Buffer.concat(await Array.fromAsync(write([file.table])))];
}

async function* one(file: File): AsyncGenerator<File> {
  yield file;
}

/** The field that is the text of an item; the others are facts about it. */
const texts: Record<KindName, string> = {
  articles: 'content',
  events: 'description',
  members: 'bio',
  pages: 'content',
  committees: 'posts',
};

/** Each item as a text with its facts above it, and all of a kind as a table. One at a time: an article may be long. */
async function* itemFiles(db: Db, kind: Kind & { name: KindName }): AsyncGenerator<File> {
  const text = texts[kind.name];
  const isHtml = kind.fields.some(({ name, as }) => name === text && as === 'html');
  const items = withItemTables(db).selectFrom(kind.name as string);
  const rows: Record<string, unknown>[] = [];
  for (const { id } of await items.select('id').where('deletedAt', 'is', null).orderBy('id').execute()) {
    const row: Record<string, unknown> | undefined = await items.selectAll().where('id', '=', id).executeTakeFirst();
    if (!row) continue;
    const image = row.imageUrl as string | null;
    const facts = columnsOf(kind).filter((name) => name !== 'id' && name !== text);
    const stored = String(row[text]);
    if (kind.name === 'committees') row.posts = peopleInWords(stored);
    const words = isHtml ? withPictures(stored, '../') : String(row[text]);
    yield {
      path: `${kind.name}/${fileName(id, String(row[kind.titleField]))}.md`,
      text: page(facts, { ...row, image: picture(image, '../') }, `${words}\n`),
    };
    rows.push({ ...row, image: picture(image, '') });
  }
  const columns = columnsOf(kind).filter((name) => !(isHtml && name === text));
  yield { path: kind.name, table: table(columns, rows) };
}

function columnsOf({ fields }: Kind): string[] {
  const names = fields.map(({ name }) => (name === 'imageUrl' ? 'image' : name));
  return ['id', ...names.filter((name) => !name.startsWith('imageFocal')), 'publishedAt', 'createdAt', 'updatedAt'];
}

async function* subscriberFiles(db: Db): AsyncGenerator<File> {
  yield { path: 'subscribers', table: await joined(exportSubscribers(db, undefined)) };
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
      const table = await joined(
        exportGuests(db, { eventId: id, list, questions: questions ? questions.split('\n') : [] }),
      );
      if (table.length > 1) yield { path: `guests/${fileName(id, title)}-${list}`, table };
    }
}

async function* newsletterFiles(db: Db): AsyncGenerator<File> {
  const rows = await db.selectFrom('issues').select('id').where('state', '!=', 'draft').orderBy('id').execute();
  for (const { id } of rows) {
    const row = await db
      .selectFrom('issues')
      .select(['subject', 'text', 'content', 'createdAt'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (row)
      yield {
        path: `newsletters/${fileName(id, row.subject)}.txt`,
        text: `${row.createdAt}\n${row.subject}\n\n${withAllThings(row.text, contentOf(row))}`,
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

/** As the sanitiser writes it. */
function withPictures(html: string, up: string): string {
  return html.replace(/ src="([^"]*)"/g, (_, url: string) => ` src="${picture(url, up)}"`);
}

/** Relative, for the pictures of this site. */
function picture(url: string | null, up: string): string | null {
  return url !== null && pictureName.test(url) ? `${up}pictures/${pathOf(url)}` : url;
}

/** A text with its facts above it, as static site generators read them: JSON's strings are YAML's as well. */
function page(facts: string[], row: Record<string, unknown>, text: string): string {
  const lines = facts.map((name) => [name, row[name]]).filter(([, value]) => (value ?? '') !== '');
  return `---\n${lines.map(([name, value]) => `${name}: ${JSON.stringify(value)}\n`).join('')}---\n\n${text}`;
}

function table(columns: string[], rows: Record<string, unknown>[]): string[][] {
  return [columns, ...rows.map((row) => columns.map((column) => textOf(row[column])))];
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

async function joined(pages: AsyncIterable<string[][]>): Promise<string[][]> {
  return (await Array.fromAsync(pages)).flat();
}
