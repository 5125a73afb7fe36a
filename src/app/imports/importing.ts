/**
 * Makes articles and pages of what a file holds, one after the other through the ordinary saves. A run that is killed goes on where it
 * stopped: each creation has a key of its own, so nothing is made twice.
 */
import { createHash } from 'node:crypto';
import type { ArticleInput } from '#features/articles/article.schema.ts';
import { articleLimits, isEmptyContent } from '#features/articles/article.ts';
import { plainText, sanitiseHtml } from '#features/articles/content/sanitise.server.ts';
import { saveArticle } from '#features/articles/saving.server.ts';
import { addRedirects, redirectKey } from '#features/items/redirects.server.ts';
import { cancelOnUnpublish } from '#features/newsletter/issues/cancelling-and-purging.server.ts';
import type { PageInput } from '#features/pages/page.schema.ts';
import { addressProblem, pageLimits, pagePlaces, pathOfPage } from '#features/pages/page.ts';
import { findFreeAddress } from '#features/pages/page-addresses.server.ts';
import { savePage } from '#features/pages/pages.server.ts';
import { audit } from '#platform/audit.ts';
import type { AppContext } from '#platform/context.ts';
import { type Db, transact } from '#platform/db/db.ts';
import { Conflict, Invalid } from '#platform/errors.ts';
import { escapeHtml } from '#shared/mail/mail-layout.ts';
import { copyFiles } from './import-pictures.ts';
import {
  endImport,
  type ImportRow,
  keepProgress,
  keysOfImported,
  type Made,
  type MadeItem,
  nothingMade,
} from './import-rows.ts';
import { oldPathOf, oldPathsOf, redirectsFor } from './old-addresses.ts';
import { type Place, pictureFinder } from './picture-places.ts';
import { isUntouchedStarter, pictureIdOf, wantedAddress, withOwnKey } from './planning.ts';
import { type Body, readBody, setHtml, unwrap } from './readers/body.ts';
import { type FoundItem, unknownSite } from './readers/found.ts';
import type { OpenedFile } from './readers/open-source.ts';

/** Items or milliseconds after which it is written down what was made. */
const keepEvery = { items: 25, ms: 2000 };

const largestKeptId = 1_000_000;

type Target = { key: string; title: string; hidden: string | null };
type Job = {
  context: AppContext;
  row: ImportRow;
  administratorId: number;
  opened: OpenedFile;
  made: Made;
  /** What stood at an address of the old site. */
  targets: Map<string, Target>;
  /** Also of earlier imports. */
  items: Map<string, MadeItem>;
  find: ReturnType<typeof pictureFinder>;
};

export async function importFile(
  context: AppContext,
  row: ImportRow,
  opened: OpenedFile,
  administratorId: number,
): Promise<void> {
  const { source, zip } = opened;
  const { db, clock } = context;
  const made: Made = row.made ? (JSON.parse(row.made) as Made) : structuredClone(nothingMade);
  made.items = await withoutUnreplaced(db, made.items);
  const items = new Map([
    ...(await keysOfImported(db, row.id)),
    ...made.items.map((item) => [item.key, item] as const),
  ]);
  const targets = new Map<string, Target>();
  for await (const item of itemsOf(opened))
    for (const path of oldPathsOf(item, source.site)) {
      const key = redirectKey(path);
      if (key && !targets.has(key)) targets.set(key, { key: item.key, title: item.title, hidden: item.hidden });
    }
  const job: Job = { context, row, administratorId, opened, made, targets, items, find: pictureFinder(source, zip) };
  let done = 0;
  let last = Date.now();
  let unkept = 0;
  const keep = async (isDue: boolean) => {
    if (!isDue && unkept < keepEvery.items && Date.now() - last < keepEvery.ms) return;
    await keepProgress(db, row.id, made, Math.min(done, row.total));
    [last, unkept] = [Date.now(), 0];
  };
  for await (const item of itemsOf(opened)) {
    if (items.has(item.key)) {
      done += made.items.some(({ key }) => key === item.key) ? 1 : 0;
      continue;
    }
    await importItem(job, item, () => keep(true));
    done += 1;
    unkept += 1;
    await keep(false);
  }
  await keep(true);
  for (const item of made.items.filter(({ isOpen }) => isOpen)) {
    await linkItem(job, item);
    await keep(false);
  }
  await keep(true);
  const now = clock.now();
  await transact(db, async (trx) => {
    const count = (kind: string) => made.items.filter((item) => item.kind === kind).length;
    const detail = { articles: count('articles'), pages: count('pages') };
    await endImport(trx, row.id, { state: 'done' }, now);
    await audit(trx, { at: now, administratorId, action: 'import.finish', entityId: row.id, detail });
  });
}

/** A run may have been killed before a page took the place of a starter page. */
async function withoutUnreplaced(db: Db, items: MadeItem[]): Promise<MadeItem[]> {
  const starters = await db.selectFrom('pages').select('id').where('version', '=', 1).execute();
  const untouched = new Set(starters.map(({ id }) => id));
  return items.filter(({ before, id }) => !before || !untouched.has(id));
}

async function* itemsOf({ source }: OpenedFile): AsyncGenerator<FoundItem> {
  const seen = new Set<string>();
  for await (const found of source.found()) if ('item' in found) yield withOwnKey(found.item, seen);
}

async function importItem(job: Job, item: FoundItem, keep: () => Promise<void>): Promise<void> {
  const { made, items } = job;
  const body = readBody(item.html, item.url, item.own !== undefined);
  const picture = await copyPictures(job, item, body);
  const isOpen = resolveLinks(job, item.title, body);
  try {
    const one = await save(job, item, { html: body.html(), picture }, keep);
    const entry: MadeItem = { key: item.key, title: item.title, kind: item.kind, ...one, ...(isOpen && { isOpen }) };
    await addRedirects(job.context.db, { kind: item.kind, id: one.id }, redirectsFor(item, job.opened.source.site));
    items.set(item.key, entry);
    made.items = [...made.items.filter(({ key }) => key !== item.key), entry];
  } catch (error) {
    if (!(error instanceof Invalid) && !(error instanceof Conflict)) throw error;
    made.items = made.items.filter(({ key }) => key !== item.key);
    made.notes.push(`“${item.title}” was not imported. ${error.message}`);
  }
}

/** Puts our copies into the text, and returns the address of the main picture. What is missing leaves its description. */
async function copyPictures({ context, opened, made, administratorId, find }: Job, item: FoundItem, body: Body) {
  const shown = body.pictures.flatMap(({ element, url }) =>
    url.startsWith('data:') ? [] : [{ element, url, place: find(url, pictureIdOf(element.attribs.class)) }],
  );
  const files = body.links.flatMap(({ element, url }) => {
    const place = isFileOf(url, /\.pdf$/i) && oldPathOf(url, opened.source.site) !== null ? find(url) : null;
    return place ? [{ element, url, place }] : [];
  });
  const main = item.picture ? find(item.picture) : null;
  const pictures = [...shown.map(({ place }) => place), main].filter((place) => place !== null);
  const wanted = [
    ...pictures.map((place) => ({ place, isPdf: false })),
    ...files.map(({ place }) => ({ place, isPdf: true })),
  ];
  await copyFiles(context, wanted, { zip: opened.zip, made, administratorId });
  const addressOf = (place: Place | null, url: string) => {
    const address = place && made.pictures[place.key];
    if (!address) made.missing.push({ title: item.title, address: url.replace(unknownSite, '').slice(0, 300) });
    return address ?? null;
  };
  for (const { element, url, place } of shown) {
    const src = addressOf(place, url);
    const alt = element.attribs.alt || place?.alt;
    if (src) element.attribs = { ...(item.own && element.attribs), src, ...(alt !== undefined && { alt }) };
    else setHtml(element, alt ? ` ${escapeHtml(alt)} ` : '');
  }
  for (const { element, url, place } of files) {
    const href = addressOf(place, url);
    // The name under which browsers save it.
    const { search } = new URL(url);
    if (href) element.attribs = { href: search.startsWith('?name=') ? href.split('?')[0] + search : href };
    else unwrap(element);
  }
  return item.picture ? addressOf(main, item.picture) : null;
}

/** Links between imported items lead to ours. True when one leads to an item that is not there yet. */
function resolveLinks({ opened: { source }, targets, items, made, find }: Job, title: string, body: Body): boolean {
  let isOpen = false;
  for (const { element, url } of body.links) {
    if (element.attribs.href?.startsWith('/uploads/')) continue;
    if (!/^https?:/.test(url)) {
      unwrap(element);
      continue;
    }
    const path = oldPathOf(url, source.site);
    const target = path === null ? undefined : targets.get(redirectKey(path) ?? '');
    const item = target && items.get(target.key);
    if (isFileOf(url, /\.(jpe?g|png|gif|webp|avif|svg)$/i) && (path !== null || find(url)?.entry)) unwrap(element);
    else if (target?.hidden) {
      made.notes.push(`“${title}” links to “${target.title}”, which visitors cannot read: the link became text.`);
      unwrap(element);
    } else if (target && item) element.attribs.href = item.path ?? url;
    else if (target) {
      isOpen = true;
      element.attribs.href = url;
    } else element.attribs.href = url.startsWith(unknownSite) ? (path ?? '/') : url;
  }
  return isOpen;
}

function isFileOf(url: string, name: RegExp): boolean {
  return URL.canParse(url) && name.test(new URL(url).pathname);
}

type Text = { html: string; picture: string | null };
type Saved = Pick<MadeItem, 'id' | 'version' | 'before' | 'path'>;

async function save(job: Job, item: FoundItem, { html, picture }: Text, keep: () => Promise<void>): Promise<Saved> {
  const { context, administratorId } = job;
  const now = context.clock.now();
  const isEmpty = isEmptyContent(html);
  const content = isEmpty ? '<p>It had no text.</p>' : html;
  const isPublished = item.hidden === null && !(isEmpty && !picture);
  const common = { content, isPublished, imageUrl: picture, ...focusOf(item) };
  const idempotencyKey = {
    kind: item.kind,
    key: creationKey(job.row.id, item.key),
    administratorId,
    now,
    onReplayed: () => {},
  };
  const asked = { id: null, idempotencyKey, actor: { administratorId, now } };
  if (item.kind === 'articles') {
    const input = articleInput(item, common, now);
    const newId = await freeIdOf(job, item);
    const { id, version } = await saveArticle(context, { ...asked, input, newId }, cancelOnUnpublish);
    await keepDates(job, item, { id, version });
    return { id, version, path: `/articles/${id}` };
  }
  return saveAsPage(job, item, common, asked, keep);
}

type SavePage = Parameters<typeof savePage>[1];
type Common = { content: string; isPublished: boolean; imageUrl: string | null };

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

async function saveAsPage(
  job: Job,
  item: FoundItem,
  common: Common,
  asked: Omit<SavePage, 'input'>,
  keep: () => Promise<void>,
): Promise<Saved> {
  const { context, row, made } = job;
  const { db } = context;
  const wanted = wantedAddress(item);
  const taken = await db.selectFrom('pages').selectAll().where('address', '=', wanted).executeTakeFirst();
  const place = pagePlaces.find((one) => one === item.own?.place) ?? 'none';
  const title = item.title.slice(0, pageLimits.title).toWellFormed();
  const input: PageInput = { ...common, title, place, position: item.own?.position ?? 0 };
  const saved = async (save: SavePage) => {
    const { id, version, address } = await savePage(context, save).catch((error: unknown) => {
      // The menu may be full, or have such a link.
      if (!(error instanceof Invalid) || input.place === 'none') throw error;
      return savePage(context, { ...save, input: { ...save.input, place: 'none' } });
    });
    await keepDates(job, item, { id, version });
    return { id, version, path: pathOfPage(address) };
  };
  if (taken && row.isReplacing && isUntouchedStarter(taken)) {
    const before = { title: taken.title, content: taken.content };
    // Written down first: a run that is killed in between knows whose place it took.
    made.items.push({ key: item.key, title, kind: 'pages', id: taken.id, version: 2, before });
    await keep();
    return {
      ...(await saved({
        ...asked,
        id: taken.id,
        idempotencyKey: null,
        input: { ...input, place: taken.place, version: 1 },
      })),
      before,
    };
  }
  const address = !taken && !addressProblem(wanted) ? wanted : await findFreeAddress(db, wanted);
  return saved({ ...asked, input: { ...input, address } });
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

/** Its links to what has come after it. Someone who has changed it since keeps their text. */
async function linkItem(job: Job, entry: MadeItem): Promise<void> {
  const { context, administratorId } = job;
  delete entry.isOpen;
  const row = await context.db.selectFrom(entry.kind).selectAll().where('id', '=', entry.id).executeTakeFirst();
  if (!row || row.version !== entry.version || row.deletedAt !== null) return;
  const body = readBody(row.content, job.opened.source.site);
  resolveLinks(job, entry.title, body);
  const asked = {
    id: entry.id,
    input: { content: body.html(), version: row.version },
    actor: { administratorId, now: context.clock.now() },
  };
  try {
    const saved =
      entry.kind === 'articles' ? await saveArticle(context, asked, cancelOnUnpublish) : await savePage(context, asked);
    entry.version = saved.version;
    const { updatedAt } = row;
    await context.db
      .updateTable(entry.kind)
      .set({ updatedAt })
      .where('id', '=', entry.id)
      .where('version', '=', saved.version)
      .execute();
  } catch (error) {
    if (!(error instanceof Invalid) && !(error instanceof Conflict)) throw error;
  }
}

function focusOf({ own }: FoundItem) {
  const [x, y] = own?.focus ?? [];
  return x !== undefined && y !== undefined ? { imageFocalX: x, imageFocalY: y } : {};
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
