/** What an import would do: what becomes an article, a page, a draft, and why; nothing is saved. */

import { isEmptyContent } from '#features/articles/article.ts';
import { addressFromTitle, addressProblem, pageLimits } from '#features/pages/page.ts';
import type { Db } from '#platform/db/db.ts';
import type { Plan, PlannedItem } from './import.schema.ts';
import { keysOfImported } from './import-rows.ts';
import { pictureFinder } from './picture-places.ts';
import { readBody } from './readers/body.ts';
import { type FoundItem, unknownSite } from './readers/found.ts';
import type { OpenedFile } from './readers/open-source.ts';

/** More of one kind of remark would help no one. */
const mostNotes = 1000;

export async function planImport(db: Db, { source, zip, note }: OpenedFile): Promise<Plan> {
  const known = await keysOfImported(db);
  const pages = await db
    .selectFrom('pages')
    .select(['address', 'title', 'version', 'isPublished', 'deletedAt'])
    .execute();
  const taken = new Map(pages.map((page) => [page.address, page]));
  const find = pictureFinder(source, zip);
  const pictures = new Set<string>();
  const seen = new Set<string>();
  const notes = [
    ...(note ? [note] : []),
    ...(zip?.unsafe ?? []).map((name) => `${name} leads out of its folder and is left out.`),
  ];
  const plan: Plan = {
    label: source.label,
    items: [],
    known: 0,
    skipped: [],
    others: {},
    pictures: 0,
    missing: [],
    starters: [],
    notes,
  };
  for await (const found of source.found()) {
    if ('note' in found) plan.notes.push(found.note);
    else if ('skipped' in found) plan.skipped.push({ title: found.skipped, why: found.why });
    else if ('other' in found) plan.others[found.other] = (plan.others[found.other] ?? 0) + 1;
    else {
      const item = withOwnKey(found.item, seen);
      if (known.has(item.key)) {
        plan.known += 1;
        continue;
      }
      plan.items.push(planItem(item));
      plan.notes.push(...item.notes.map((sentence) => `“${item.title}”: ${sentence}.`));
    }
  }
  return {
    ...plan,
    pictures: pictures.size,
    notes: plan.notes.slice(0, mostNotes),
    missing: plan.missing.slice(0, mostNotes),
  };

  function planItem(item: FoundItem): PlannedItem {
    const body = readBody(item.html, item.url, item.own !== undefined);
    const asked = [...body.pictures.map(({ url, element }) => [url, pictureIdOf(element.attribs.class)] as const)];
    if (item.picture) asked.push([item.picture, undefined]);
    for (const [url, id] of asked) {
      const place = url.startsWith('data:') ? null : find(url, id);
      if (place) pictures.add(place.key);
      else if (!url.startsWith('data:'))
        plan.missing.push({ title: item.title, address: url.replace(unknownSite, '').slice(0, 300) });
    }
    const hidden = item.hidden ?? (isEmptyContent(body.html()) && !item.picture ? 'empty' : null);
    const { title, kind, date } = item;
    return { title, kind, hidden, date, note: kind === 'pages' ? noteOnAddress(wantedAddress(item)) : null };
  }

  function noteOnAddress(address: string): string | null {
    const page = taken.get(address);
    taken.set(address, { address, title: '', version: 0, isPublished: true, deletedAt: null });
    if (!page) return addressProblem(address) ? `The site itself uses /${address}: it gets another address.` : null;
    if (!isUntouchedStarter(page)) return `/${address} is taken: it gets another address.`;
    plan.starters.push(page.title);
    return `A starter page has /${address}.`;
  }
}

/** A draft that came with the site and that no one has changed. */
export function isUntouchedStarter(page: { version: number; isPublished: boolean; deletedAt: string | null }): boolean {
  return page.version === 1 && !page.isPublished && page.deletedAt === null;
}

/** Two items of a file may have one key; an article without a date would be dated today. */
export function withOwnKey(item: FoundItem, seen: Set<string>): FoundItem {
  const key = seen.has(item.key) ? `${item.key}:${item.url}:${item.title}`.slice(0, 500) : item.key;
  seen.add(key);
  return { ...item, key, hidden: item.hidden ?? (item.date || item.kind === 'pages' ? null : 'no date') };
}

/** The last part of its old address. */
export function wantedAddress({ url, title }: FoundItem): string {
  let last = '';
  try {
    last = decodeURIComponent(new URL(url).pathname.split('/').filter(Boolean).at(-1) ?? '').replace(/\.\w{1,5}$/, '');
  } catch {
    // Its title is used.
  }
  return addressFromTitle(last || title).slice(0, pageLimits.address);
}

/** WordPress's number of a picture, from its classes. */
export function pictureIdOf(classes = ''): string | undefined {
  return /(?:^|\s)wp-image-(\d+)/.exec(classes)?.[1];
}
