/** What the society has written, as Markdown with front matter whose keys are Hugo's where Hugo has one. */

import type { Selectable } from 'kysely';
import { stringify } from 'yaml';
import { pathOfCommittee } from '#features/committees/committee.ts';
import { listCommitteeRows, parsePosts } from '#features/committees/committees.server.ts';
import { listDraftIssues, listSentIssues } from '#features/newsletter/archive/archive.server.ts';
import { pathOfPage } from '#features/pages/page.ts';
import type { Db } from '#platform/db/db.ts';
import type { Tables } from '#platform/db/tables.ts';
import { createThreadRunner, TookTooLong } from '#platform/threads.ts';
import { escapeHtml } from '#shared/mail/mail-layout.ts';
import type { ExportedPictures } from './pictures-in-export.ts';

export type ContentFile = { folder: string; id: number; url: unknown; modifiedAt: string; path: string; text: string };

type Source = { db: Db; pictures: ExportedPictures; oldAddresses: OldAddresses };
/** Of items, by `kind/id`. */
export type OldAddresses = ReadonlyMap<string, { path: string }[]>;
type FrontMatter = Record<string, unknown>;
/** `name`: of its file, where it is not the id. */
type Written = { name?: string; front: FrontMatter; html: string };
type Rows = { [Name in 'articles' | 'pages' | 'events' | 'members']: Selectable<Tables[Name]> };

const atOnce = 50;

const writers: { [Name in keyof Rows]: (row: Rows[Name], aliases: string[] | null) => Written } = {
  articles: (row, aliases) => ({
    front: {
      title: row.title,
      date: row.publishedAt ?? row.createdAt,
      created: row.createdAt,
      url: `/articles/${row.id}`,
      aliases,
      draft: !row.isPublished,
      description: row.description,
      excerpt: row.excerpt,
      lang: row.lang,
      featured: row.isFeatured,
      image_alt: row.imageAlt,
    },
    html: row.content,
  }),
  pages: (row, aliases) => ({
    name: row.address,
    front: {
      title: row.title,
      date: row.createdAt,
      url: decodeURI(pathOfPage(row.address)),
      aliases,
      draft: !row.isPublished,
      place: row.place,
      position: row.position,
    },
    html: row.content,
  }),
  events: (row) => ({
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
    },
    html: htmlOfText(row.description),
  }),
  members: (row) => ({
    front: {
      title: row.name,
      date: row.createdAt,
      draft: !row.isActive,
      position: row.position,
      joined: row.joinDate,
      sort_order: row.sortOrder,
    },
    html: htmlOfText(row.bio),
  }),
};

/** Nothing from the bin. */
export async function* contentFiles(source: Source): AsyncGenerator<ContentFile> {
  for (const kind of ['articles', 'pages', 'events', 'members'] as const) yield* itemFiles(kind, source);
  const { db, pictures } = source;
  for (const row of await listCommitteeRows(db)) {
    const { label, from, to } = row;
    const posts = parsePosts(row).map(({ name, position, link, ...post }) =>
      filled({ name, position, link, ...imagesOf(post, pictures) }),
    );
    const url = decodeURI(pathOfCommittee(label));
    const front = { title: label, date: `${from}T00:00:00.000Z`, url, from, to, posts, ...imagesOf(row, pictures) };
    yield fileOf('years', row, { name: label, front }, '');
  }
  for await (const { id, subject, kind, sentAt, html, isPublic } of listSentIssues(db)) {
    const front = { title: subject, date: sentAt, url: `/newsletters/${id}`, draft: !isPublic, kind };
    const body = await markdownOf(pictures.localInHtml(html.replaceAll(' dir="auto"', '')));
    yield fileOf('newsletters', { id, updatedAt: sentAt }, { front }, body);
  }
  for (const { subject, kind, createdAt, html, ...issue } of await listDraftIssues(db)) {
    const front = { title: subject, date: createdAt, draft: true, kind };
    yield fileOf('newsletters', issue, { front }, await markdownOf(pictures.localInHtml(html)));
  }
}

/** In pieces, so that no more than these are in memory. */
async function* itemFiles<Name extends keyof Rows>(
  kind: Name,
  { db, pictures, oldAddresses }: Source,
): AsyncGenerator<ContentFile> {
  for (let after = 0; ; ) {
    const living = db
      .selectFrom(kind as 'articles')
      .selectAll()
      .where('deletedAt', 'is', null);
    const rows = await living.where('id', '>', after).orderBy('id').limit(atOnce).execute();
    for (const row of rows) {
      const { html, ...written } = writers[kind](
        row as unknown as Rows[Name],
        aliasesOf(`${kind}/${row.id}`, oldAddresses),
      );
      const front = { ...written.front, ...imagesOf(row, pictures) };
      yield fileOf(kind, row, { ...written, front }, await markdownOf(pictures.localInHtml(html)));
    }
    if (rows.length < atOnce) return;
    after = rows.at(-1)?.id ?? 0;
  }
}

/** Hugo makes a file of each: none of an address with a query. */
function aliasesOf(item: string, oldAddresses: OldAddresses): string[] | null {
  const paths = (oldAddresses.get(item) ?? []).map(({ path }) => path).filter((path) => !path.includes('?'));
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
  { id, updatedAt }: { id: number; updatedAt: string },
  { name = String(id), front }: Omit<Written, 'html'>,
  body: string,
): ContentFile {
  const yaml = stringify(filled({ id, type: folder, ...front, lastmod: updatedAt }), { lineWidth: 0 });
  const path = `content/${folder}/${name.replace(/[^\p{L}\p{M}\p{N}-]+/gu, '-')}.md`;
  return { folder, id, url: front.url, modifiedAt: updatedAt, path, text: `---\n${yaml}---\n\n${body}\n` };
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

function htmlOfText(text: string): string {
  const paragraphs = text
    .trim()
    .split(/\n{2,}/)
    .filter(Boolean);
  return paragraphs.map((one) => `<p>${escapeHtml(one).replaceAll('\n', '<br />')}</p>`).join('');
}
