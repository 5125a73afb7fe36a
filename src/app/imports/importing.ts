/**
 * Makes articles and pages of what a file holds, one after the other through the ordinary saves. A run that is killed goes on where it
 * stopped: each creation has a key of its own, so nothing is made twice.
 */
import { saveArticle } from '#features/articles/saving.server.ts';
import { addRedirects, redirectKey } from '#features/items/redirects.server.ts';
import { cancelOnUnpublish } from '#features/newsletter/issues/cancelling-and-purging.server.ts';
import { savePage } from '#features/pages/pages.server.ts';
import { audit } from '#platform/audit.ts';
import type { AppContext } from '#platform/context.ts';
import { type Db, transact } from '#platform/db/db.ts';
import { Conflict, Invalid } from '#platform/errors.ts';
import {
  endImport,
  findKnown,
  type ImportRow,
  keepProgress,
  type Made,
  type MadeItem,
  nothingMade,
  reportOf,
} from './import-rows.ts';
import { copyFilesOf, resolveLinks, type Target } from './item-texts.ts';
import { pictureFinder } from './picture-places.ts';
import { readyToImport } from './planning.ts';
import { readBody } from './readers/body.ts';
import type { FoundItem } from './readers/found.ts';
import { oldPathsOf, redirectsFor } from './readers/old-addresses.ts';
import type { OpenedFile } from './readers/open-source.ts';
import { saveFoundItem } from './saving-items.ts';

/** Items or milliseconds after which it is written down what was made; more items at the end, as the list is long then. */
const keepEvery = { items: 25, share: 0.05, ms: 2000 };

export type Job = {
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
  keep: () => Promise<void>;
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
  const { items, isKnown } = await findKnown(db, row);
  for (const item of made.items) items.set(item.key, item);
  const targets = new Map<string, Target>();
  for await (const { key: of, title, hidden, ...addresses } of itemsOf(opened, clock.now()))
    for (const path of oldPathsOf(addresses, source.site)) {
      const key = redirectKey(path);
      if (key && !targets.has(key)) targets.set(key, { key: of, title, hidden });
    }
  let last = Date.now();
  let unkept = 0;
  const keep = async () => {
    await keepProgress(db, row.id, made);
    [last, unkept] = [Date.now(), 0];
  };
  const keepWhenDue = async () => {
    unkept += 1;
    const isDue = unkept >= Math.max(keepEvery.items, made.items.length * keepEvery.share);
    if (isDue || Date.now() - last >= keepEvery.ms) await keep();
  };
  const find = pictureFinder(source, zip);
  const job: Job = { context, row, administratorId, opened, made, targets, items, find, keep };
  for await (const item of itemsOf(opened, clock.now())) {
    if (isKnown(item)) continue;
    await importItem(job, item);
    await keepWhenDue();
  }
  await keep();
  for (const item of made.items.filter(({ isOpen }) => isOpen)) {
    await linkItem(job, item);
    await keepWhenDue();
  }
  await keep();
  const now = clock.now();
  await transact(db, async (trx) => {
    const { articles, pages } = reportOf(made);
    await endImport(trx, row.id, { state: 'done' }, now);
    await audit(trx, {
      at: now,
      administratorId,
      action: 'import.finish',
      entityId: row.id,
      detail: { articles, pages },
    });
  });
}

/** A run may have been killed before a page took the place of a starter page. */
async function withoutUnreplaced(db: Db, items: MadeItem[]): Promise<MadeItem[]> {
  const versions = new Map(
    (await db.selectFrom('pages').select(['id', 'version']).execute()).map((row) => [row.id, row.version]),
  );
  return items.filter(({ before, id, version }) => !before || (versions.get(id) ?? 0) >= version);
}

async function* itemsOf({ source }: OpenedFile, now: Date): AsyncGenerator<FoundItem> {
  const seen = new Set<string>();
  for await (const found of source.found()) if ('item' in found) yield readyToImport(found.item, seen, now);
}

async function importItem(job: Job, item: FoundItem): Promise<void> {
  const { made, items, opened } = job;
  const { site, isOwn } = opened.source;
  const body = readBody(item.html, { ...item, isOwn });
  const picture = await copyFilesOf(job, item, body);
  const isOpen = resolveLinks(job, item.title, body);
  try {
    const entry = await saveFoundItem(job, item, { html: body.html(), picture });
    if (isOpen) entry.isOpen = isOpen;
    await addRedirects(job.context.db, entry, redirectsFor(item, site));
    items.set(item.key, entry);
    if (made.items.at(-1) !== entry) made.items.push(entry);
  } catch (error) {
    if (!(error instanceof Invalid) && !(error instanceof Conflict)) throw error;
    made.items = made.items.filter(({ key }) => key !== item.key);
    made.notes.push(`“${item.title}” was not imported. ${error.message}`);
  }
}

/** Its links to what has come after it. Someone who has changed it since keeps their text. */
async function linkItem(job: Job, entry: MadeItem): Promise<void> {
  const { context, administratorId } = job;
  const { db, clock } = context;
  const { site, isOwn } = job.opened.source;
  delete entry.isOpen;
  const row = await db.selectFrom(entry.kind).selectAll().where('id', '=', entry.id).executeTakeFirst();
  if (!row || row.deletedAt !== null || row.version > entry.version + 1) return;
  const body = readBody(row.content, { url: site, isOwn });
  const before = body.html();
  resolveLinks(job, entry.title, body, true);
  const content = body.html();
  if (row.version > entry.version) {
    // A run that was killed has saved it already.
    if (content === before) entry.version = row.version;
    return;
  }
  const actor = { administratorId, now: clock.now() };
  const asked = { id: entry.id, input: { content, version: row.version }, actor };
  try {
    const { version } =
      entry.kind === 'articles' ? await saveArticle(context, asked, cancelOnUnpublish) : await savePage(context, asked);
    entry.version = version;
    const saved = db.updateTable(entry.kind).set({ updatedAt: row.updatedAt });
    await saved.where('id', '=', entry.id).where('version', '=', version).execute();
  } catch (error) {
    if (!(error instanceof Invalid) && !(error instanceof Conflict)) throw error;
  }
}
