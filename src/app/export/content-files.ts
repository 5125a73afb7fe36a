/** What the society has written, as Markdown with front matter whose keys are Hugo's where Hugo has one. */

import type { Selectable } from 'kysely';
import { stringify } from 'yaml';
import { pathOfCommittee } from '#features/committees/committee.ts';
import { listCommitteeRows, parsePosts } from '#features/committees/committees.server.ts';
import { listSentIssues } from '#features/newsletter/archive/archive.server.ts';
import { pathOfPage } from '#features/pages/page.ts';
import type { Db } from '#platform/db/db.ts';
import type { Tables } from '#platform/db/tables.ts';
import { createThreadRunner, TookTooLong } from '#platform/threads.ts';
import { escapeHtml } from '#shared/mail/mail-layout.ts';
import type { ExportedPictures } from './pictures-in-export.ts';

/** `name` without its ending. */
export type ContentFile = { folder: string; name: string; id: number; url: unknown; modifiedAt: string; text: string };

type Source = { db: Db; pictures: ExportedPictures; oldAddresses: OldAddresses };
/** Of items, by `kind/id`. */
export type OldAddresses = ReadonlyMap<string, string[]>;
type FrontMatter = Record<string, unknown>;

const atOnce = 50;

/** Nothing from the bin. */
export async function* contentFiles(source: Source): AsyncGenerator<ContentFile> {
  yield* articleFiles(source);
  yield* pageFiles(source);
  yield* eventFiles(source);
  yield* memberFiles(source);
  yield* yearFiles(source);
  yield* newsletterFiles(source);
}

async function* articleFiles({ db, pictures, oldAddresses }: Source): AsyncGenerator<ContentFile> {
  for await (const row of rowsOf(db, 'articles'))
    yield fileOf('articles', String(row.id), row, {
      front: {
        title: row.title,
        date: row.publishedAt ?? row.createdAt,
        created: row.createdAt,
        url: `/articles/${row.id}`,
        aliases: aliasesOf(`articles/${row.id}`, oldAddresses),
        draft: !row.isPublished,
        description: row.description,
        excerpt: row.excerpt,
        lang: row.lang,
        featured: row.isFeatured,
        image_alt: row.imageAlt,
        ...imagesOf(row, pictures),
      },
      body: await markdownOf(pictures.localInHtml(row.content)),
    });
}

async function* pageFiles({ db, pictures, oldAddresses }: Source): AsyncGenerator<ContentFile> {
  for await (const row of rowsOf(db, 'pages'))
    yield fileOf('pages', row.address, row, {
      front: {
        title: row.title,
        date: row.createdAt,
        url: decodeURI(pathOfPage(row.address)),
        aliases: aliasesOf(`pages/${row.id}`, oldAddresses),
        draft: !row.isPublished,
        place: row.place,
        position: row.position,
        ...imagesOf(row, pictures),
      },
      body: await markdownOf(pictures.localInHtml(row.content)),
    });
}

async function* eventFiles({ db, pictures }: Source): AsyncGenerator<ContentFile> {
  for await (const row of rowsOf(db, 'events'))
    yield fileOf('events', String(row.id), row, {
      front: {
        title: row.title,
        date: row.startsAt,
        url: `/events/${row.id}`,
        event_date: row.eventDate,
        end_date: row.endDate,
        all_day: row.isAllDay,
        location: row.location,
        address: row.address,
        online_url: row.onlineUrl,
        ticket_url: row.ticketUrl,
        cancelled: row.cancelledAt,
        cancellation_note: row.cancellationNote,
        ...imagesOf(row, pictures),
      },
      body: await markdownOfText(row.description),
    });
}

async function* memberFiles({ db, pictures }: Source): AsyncGenerator<ContentFile> {
  for await (const row of rowsOf(db, 'members'))
    yield fileOf('members', String(row.id), row, {
      front: {
        title: row.name,
        date: row.createdAt,
        draft: !row.isActive,
        position: row.position,
        joined: row.joinDate,
        sort_order: row.sortOrder,
        ...imagesOf(row, pictures),
      },
      body: await markdownOfText(row.bio),
    });
}

async function* yearFiles({ db, pictures }: Source): AsyncGenerator<ContentFile> {
  for (const row of await listCommitteeRows(db))
    yield fileOf('years', row.label, row, {
      front: {
        title: row.label,
        date: `${row.from}T00:00:00.000Z`,
        url: decodeURI(pathOfCommittee(row.label)),
        from: row.from,
        to: row.to,
        posts: parsePosts(row).map(({ name, position, link, ...post }) =>
          filled({ name, position, link, ...imagesOf(post, pictures) }),
        ),
        ...imagesOf(row, pictures),
      },
      body: '',
    });
}

async function* newsletterFiles({ db, pictures }: Source): AsyncGenerator<ContentFile> {
  for await (const { id, subject, kind, sentAt, html, isPublic } of listSentIssues(db))
    yield fileOf(
      'newsletters',
      String(id),
      { id, updatedAt: sentAt },
      {
        front: { title: subject, date: sentAt, url: `/newsletters/${id}`, draft: !isPublic, kind },
        body: await markdownOf(pictures.localInHtml(html.replaceAll(' dir="auto"', ''))),
      },
    );
}

type Table = 'articles' | 'pages' | 'events' | 'members';

/** In pieces, so that no more than these are in memory. */
async function* rowsOf<Name extends Table>(db: Db, name: Name): AsyncGenerator<Selectable<Tables[Name]>> {
  for (let after = 0; ; ) {
    const living = db
      .selectFrom(name as 'articles')
      .selectAll()
      .where('deletedAt', 'is', null);
    const rows = await living.where('id', '>', after).orderBy('id').limit(atOnce).execute();
    yield* rows as unknown as Selectable<Tables[Name]>[];
    if (rows.length < atOnce) return;
    after = rows.at(-1)?.id ?? 0;
  }
}

/** Hugo makes a file of each: none of an address with a query. */
function aliasesOf(item: string, oldAddresses: OldAddresses): string[] | null {
  const paths = (oldAddresses.get(item) ?? []).filter((path) => !path.includes('?'));
  return paths.length > 0 ? paths : null;
}

type Pictured = {
  imageUrl?: string | null | undefined;
  imageFocalX?: number | null | undefined;
  imageFocalY?: number | null | undefined;
};

function imagesOf(
  { imageUrl, imageFocalX = null, imageFocalY = null }: Pictured,
  { local }: ExportedPictures,
): FrontMatter {
  if (!imageUrl) return {};
  const focus = imageFocalX === null && imageFocalY === null ? {} : { image_focus: [imageFocalX, imageFocalY] };
  return { images: [local(imageUrl)], ...focus };
}

function fileOf(
  folder: string,
  name: string,
  { id, updatedAt }: { id: number; updatedAt: string },
  { front, body }: { front: FrontMatter; body: string },
): ContentFile {
  const yaml = stringify(filled({ id, type: folder, ...front, lastmod: updatedAt }), { lineWidth: 0 });
  const safe = name.replace(/[^\p{L}\p{M}\p{N}-]+/gu, '-');
  return { folder, name: safe, id, url: front.url, modifiedAt: updatedAt, text: `---\n${yaml}---\n\n${body}\n` };
}

/** `false` is what Hugo takes for granted. */
function filled(values: FrontMatter): FrontMatter {
  return Object.fromEntries(
    Object.entries(values).filter(
      ([, value]) => value !== null && value !== undefined && value !== '' && value !== false,
    ),
  );
}

/** A long text would block the main thread. One that takes too long stays HTML. */
const inThread = createThreadRunner<string, string>(new URL('./markdown-worker.ts', import.meta.url), {
  longestMs: 30_000,
});

async function markdownOf(html: string): Promise<string> {
  try {
    return await inThread(html);
  } catch (error) {
    if (error instanceof TookTooLong) return html.replaceAll('\n', '&#10;');
    throw error;
  }
}

function markdownOfText(text: string): Promise<string> {
  const paragraphs = text
    .trim()
    .split(/\n{2,}/)
    .filter(Boolean);
  return markdownOf(paragraphs.map((one) => `<p>${escapeHtml(one).replaceAll('\n', '<br />')}</p>`).join(''));
}
