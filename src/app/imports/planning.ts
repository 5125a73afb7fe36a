/** What an import would do: what becomes an article, a page, a draft, and why; nothing is saved. */
import { basename } from 'node:path/posix';
import { isEmptyContent } from '#features/articles/article.ts';
import { addressFromTitle, addressProblem, pageLimits } from '#features/pages/page.ts';
import { untouchedStarters } from '#features/pages/starter-pages.server.ts';
import type { AppContext } from '#platform/context.ts';
import { decoded } from '#shared/calls/link-parts.ts';
import type { Plan, PlannedItem } from './import.schema.ts';
import { findKnown, type ImportRow } from './import-rows.ts';
import { filesOf } from './item-texts.ts';
import { pictureFinder } from './picture-places.ts';
import { readBody } from './readers/body.ts';
import type { FoundItem } from './readers/found.ts';
import type { OpenedFile } from './readers/open-source.ts';

/** More of one kind of remark would help no one. */
const mostNotes = 1000;

export async function planImport(
  context: AppContext,
  row: ImportRow,
  { source, zip, note }: OpenedFile,
): Promise<Plan> {
  const { db } = context;
  const { isKnown } = await findKnown(db, row);
  const living = await db.selectFrom('pages').selectAll().where('deletedAt', 'is', null).execute();
  const starters = await untouchedStarters(context, living);
  const taken = new Set(living.map(({ address }) => address));
  const find = pictureFinder(source, zip);
  const pictures = new Set<string>();
  const seen = new Set<string>();
  const plan: Plan = {
    label: source.label,
    items: [],
    known: 0,
    skipped: [],
    others: {},
    pictures: 0,
    missing: [],
    starters: [],
    notes: [
      ...(note ? [note] : []),
      ...(zip?.unsafe ?? []).map((name) => `${name} leads out of its folder and is left out.`),
    ],
  };
  for await (const found of source.found()) {
    if ('note' in found) plan.notes.push(found.note);
    else if ('skipped' in found) plan.skipped.push({ title: found.skipped, why: found.why });
    else if ('other' in found) plan.others[found.other] = (plan.others[found.other] ?? 0) + 1;
    else {
      const item = readyToImport(found.item, seen, context.clock.now());
      if (isKnown(item)) plan.known += 1;
      else plan.items.push(planItem(item));
    }
  }
  return {
    ...plan,
    pictures: pictures.size,
    notes: plan.notes.slice(0, mostNotes),
    missing: plan.missing.slice(0, mostNotes),
  };

  function planItem(item: FoundItem): PlannedItem {
    const { title, kind, date } = item;
    const body = readBody(item.html, { ...item, isOwn: source.isOwn });
    for (const { place, isPicture, address } of filesOf(item, body, source.site, find))
      if (!place) plan.missing.push({ title, address });
      else if (isPicture) pictures.add(place.key);
    plan.notes.push(...item.notes.map((sentence) => `“${title}”: ${sentence}.`));
    const hidden = item.hidden ?? (isEmptyContent(body.html()) && !item.picture ? 'empty' : null);
    return { title, kind, hidden, date, note: kind === 'pages' ? noteOnAddress(wantedAddress(item)) : null };
  }

  function noteOnAddress(address: string): string | null {
    const starter = starters.get(address);
    starters.delete(address);
    if (starter) plan.starters.push(starter);
    if (starter) return `A starter page has /${address}.`;
    if (addressProblem(address)) return `The site itself uses /${address}: it gets another address.`;
    const isTaken = taken.has(address);
    taken.add(address);
    return isTaken ? `/${address} is taken: it gets another address.` : null;
  }
}

/** Two items of a file may have one key; an article without a date would be dated today, one of the future be public before. */
export function readyToImport(item: FoundItem, seen: Set<string>, now: Date): FoundItem {
  const key = seen.has(item.key) ? `${item.key}:${item.url}:${item.title}`.slice(0, 500) : item.key;
  seen.add(key);
  const undated = item.date || item.kind === 'pages' ? null : 'no date';
  const later = item.date && item.date > now.toISOString() ? 'dated in the future' : null;
  return { ...item, key, hidden: item.hidden ?? later ?? undated };
}

/** The last part of its old address. */
export function wantedAddress({ url, title }: FoundItem): string {
  const path = URL.canParse(url) ? decoded(new URL(url).pathname) : '';
  const last = basename(path).replace(/\.\w{1,5}$/, '');
  return addressFromTitle(last || title).slice(0, pageLimits.address);
}
