/** Saves what a file holds as an article or a page, with its dates of before. */
import { createHash } from 'node:crypto';
import type { ArticleInput } from '#features/articles/article.schema.ts';
import { articleLimits, isEmptyContent } from '#features/articles/article.ts';
import { plainText, sanitiseHtml } from '#features/articles/content/sanitise.server.ts';
import { saveArticle } from '#features/articles/saving.server.ts';
import { addRedirects } from '#features/items/redirects.server.ts';
import { cancelOnUnpublish } from '#features/newsletter/issues/cancelling-and-purging.server.ts';
import type { PageInput } from '#features/pages/page.schema.ts';
import { pageLimits, pagePlaces, pathOfPage } from '#features/pages/page.ts';
import { findFreeAddress } from '#features/pages/page-addresses.server.ts';
import { savePage } from '#features/pages/pages.server.ts';
import { untouchedStarters } from '#features/pages/starter-pages.server.ts';
import { Invalid } from '#platform/errors.ts';
import { escapeHtml } from '#shared/mail/mail-layout.ts';
import type { MadeItem } from './import-rows.ts';
import type { Job } from './importing.ts';
import { wantedAddress } from './planning.ts';
import type { FoundItem } from './readers/found.ts';
import { redirectsFor } from './readers/old-addresses.ts';

const largestKeptId = 1_000_000;

type Text = { html: string; picture: string | null };
type Common = { content: string; isPublished: boolean; imageUrl: string | null };

export async function saveFoundItem(job: Job, item: FoundItem, { html, picture }: Text): Promise<MadeItem> {
  const { context, administratorId } = job;
  const now = context.clock.now();
  const alone = picture && `<p><img src="${picture}" alt="${escapeHtml(item.pictureAlt)}"></p>`;
  const isEmpty = isEmptyContent(html);
  const [x, y] = item.own?.focus ?? [];
  const common = {
    content: isEmpty ? (alone ?? '<p>It had no text.</p>') : html,
    isPublished: item.hidden === null && !(isEmpty && !picture),
    imageUrl: picture,
    ...(x !== undefined && y !== undefined && { imageFocalX: x, imageFocalY: y }),
  };
  const { key, title, kind } = item;
  const idempotencyKey = { kind, key: creationKey(job.row.id, key), administratorId, now, onReplayed: () => {} };
  const asked = { id: null, idempotencyKey, actor: { administratorId, now } };
  if (kind === 'pages') return saveAsPage(job, item, common, asked);
  const newId = await freeIdOf(job, item);
  const input = articleInput(item, common, now);
  const { id, version } = await saveArticle(context, { ...asked, input, newId }, cancelOnUnpublish);
  await keepDates(job, item, { id, version });
  return { key, title, kind, id, version, path: `/articles/${id}` };
}

function articleInput(item: FoundItem, common: Common, now: Date): ArticleInput {
  const text = item.description || plainText(sanitiseHtml(common.content.slice(0, 20_000))).replace(/\s+/g, ' ');
  return {
    ...common,
    title: item.title.slice(0, articleLimits.title).toWellFormed(),
    description: shortened(text || item.title, item.description ? articleLimits.description : 200),
    excerpt: item.own?.excerpt ?? null,
    isFeatured: item.own?.isFeatured ?? false,
    imageAlt: item.pictureAlt.slice(0, articleLimits.imageAlt).toWellFormed(),
    lang: /^[a-z]{2,3}(-[a-z0-9]{2,8}){0,4}$/i.test(item.lang ?? '') ? item.lang : null,
    publishedAt: item.date && item.date <= now.toISOString() ? item.date : null,
  };
}

type SavePage = Parameters<typeof savePage>[1];

async function saveAsPage(
  job: Job,
  item: FoundItem,
  common: Common,
  asked: Omit<SavePage, 'input'>,
): Promise<MadeItem> {
  const { context, row, made, keep, opened } = job;
  const { db } = context;
  const { key } = item;
  const title = item.title.slice(0, pageLimits.title).toWellFormed();
  const place = pagePlaces.find((one) => one === item.own?.place) ?? 'none';
  const input: PageInput = { ...common, title, place, position: item.own?.position ?? 0 };
  const address = wantedAddress(item);
  const taken = await db.selectFrom('pages').selectAll().where('address', '=', address).executeTakeFirst();
  if (taken && row.isReplacing && (await untouchedStarters(context, [taken])).size > 0) {
    const { id, version, place } = taken;
    const before = { title: taken.title, content: taken.content };
    const path = pathOfPage(address);
    // Written down first: a run that is killed in between knows whose place it took.
    const entry: MadeItem = { key, title, kind: 'pages', id, version: version + 1, path, before };
    made.items.push(entry);
    await addRedirects(db, entry, redirectsFor(item, opened.source.site));
    await keep();
    await savePage(context, { ...asked, id, idempotencyKey: null, input: { ...input, place, version } });
    await keepDates(job, item, entry);
    return entry;
  }
  const free = await findFreeAddress(db, address);
  // A page in the bin, such as one of an import that was undone, leaves its address to the one that comes.
  if (taken && taken.deletedAt !== null)
    await db.updateTable('pages').set({ address: free }).where('id', '=', taken.id).execute();
  const wanted = { ...asked, input: { ...input, address: taken && taken.deletedAt !== null ? address : free } };
  const saved = await savePage(context, wanted).catch((error: unknown) => {
    // The menu may be full, or have such a link.
    if (!(error instanceof Invalid) || place === 'none') throw error;
    return savePage(context, { ...wanted, input: { ...wanted.input, place: 'none' } });
  });
  const { id, version } = saved;
  await keepDates(job, item, { id, version });
  return { key, title, kind: 'pages', id, version, path: pathOfPage(saved.address) };
}

/** As it was there: lists, feeds and the sitemap tell of nothing new. */
async function keepDates(
  { context: { db, clock } }: Job,
  item: FoundItem,
  { id, version }: { id: number; version: number },
) {
  const now = clock.now().toISOString();
  const past = (instant: string | null | undefined) => (instant && instant <= now ? instant : now);
  const created = item.own?.created ?? (item.kind === 'pages' ? item.date : null);
  const updatedAt = past(item.updated ?? item.date);
  await db
    .updateTable(item.kind)
    .set({ createdAt: past(created), updatedAt })
    .where('id', '=', id)
    .where('version', '=', version)
    .execute();
}

/** On a site that has none as large, an article keeps the id that is its address. The next ones count on from it. */
async function freeIdOf({ context: { db } }: Job, { own, url }: FoundItem): Promise<number | undefined> {
  if (!own || !Number.isInteger(own.id) || own.id > largestKeptId || !url.endsWith(`/articles/${own.id}`))
    return undefined;
  const largest = await db.selectFrom('articles').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst();
  return own.id > (largest?.id ?? 0) ? own.id : undefined;
}

/** A UUID: what was made under it is found again. */
function creationKey(importId: number, key: string): string {
  const hash = createHash('sha256').update(`${importId} ${key}`).digest('hex');
  return [hash.slice(0, 8), hash.slice(8, 12), hash.slice(12, 16), hash.slice(16, 20), hash.slice(20, 32)].join('-');
}

function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = text.slice(0, most - 1).toWellFormed();
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), most / 2))}…`;
}
