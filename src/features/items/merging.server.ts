/**
 * A save on top of an older version: where two people changed different fields, or different paragraphs of a text, both changes
 * are saved; where they changed the same, the save is refused as before and a person decides.
 */
import { findVersion, savesSince } from '#features/revisions/versions.server.ts';
import type { Db } from '#platform/db/db.ts';
import { type HtmlNode, readHtml, textIn, writeHtml } from '#shared/html-tree.ts';
import { getItem, type ItemKind } from './items.server.ts';
import { type Field, type Kind, linesOf, versionFields } from './kind.ts';
import { mergeThree } from './merge-three.ts';

/** Characters: to merge a longer text would keep everybody waiting. */
const longestText = 300_000;

/** These mean something together only: changed by both, they are one place. */
const together: readonly (readonly string[])[] = [
  ['imageUrl', 'imageFocalX', 'imageFocalY'],
  ['eventDate', 'endDate', 'isAllDay'],
  ['hasSignup', 'signupOpensAt', 'signupClosesAt', 'capacity', 'maxPlaces', 'questions'],
];

type Values = Record<string, unknown>;
type Asked<Input> = {
  id: number;
  input: Input;
  administratorId: number;
  /** A picture follows this save: it counts as changed by it. */
  isImageNew?: boolean;
  /** Makes of the input what would be stored. */
  clean?: ((input: Input) => Promise<Input>) | undefined;
};
export type Merged<Input> = {
  /** To be saved over the version that is there by now. */
  input: Input;
  /** What to tell whoever saved; null when the others changed nothing that shows. */
  told: string | null;
};

/** Null when there is nothing to merge, and when a person has to decide. */
export async function mergeStale<K extends ItemKind, Input>(
  db: Db,
  kind: K,
  { id, input, administratorId, isImageNew = false, clean = async (same) => same }: Asked<Input>,
): Promise<Merged<Input> | null> {
  const { version } = input as { version?: number };
  if (version === undefined) return null;
  const row: { version: number } & Values = await getItem(db, kind, id);
  if (version >= row.version) return null;
  const item = { kind: kind.name, entityId: id };
  const base = await findVersion(db, item, version);
  if (!base) return null;
  const mine = (await clean(input)) as Values;
  const merged = mergeOver(kind, { base, mine, theirs: row, isImageNew });
  if (!merged) return null;
  const told = mergedSentence(merged, await savesSince(db, item, version), administratorId);
  return { input: { ...(mine as Input), ...merged.values, version: row.version }, told };
}

type Sides = { base: Values; mine: Values; theirs: Values; isImageNew: boolean };
/** `theirs`: what the others have changed. */
type Both = { values: Values; theirs: Field[] };

/** Null where both changed the same. */
export function mergeOver(kind: Kind, sides: Sides): Both | null {
  const values = mergeValues(kind.fields, sides);
  const { base, mine, theirs } = sides;
  // The answer to this very save was lost: it is there already.
  const isThere = Object.keys(base).every(
    (name) => mine[name] === undefined || isSame(mine[name], valueIn(theirs, name, base)),
  );
  const isTheirs = ({ name }: Field) => !isThere && !isSame(base[name], valueIn(theirs, name, base));
  return values && { values, theirs: versionFields(kind).filter(isTheirs) };
}

/** The fields of `mine` as they are to be saved; null where both changed the same. Fields that `mine` leaves out stay. */
function mergeValues(fields: readonly Field[], { base, mine, theirs, isImageNew }: Sides): Values | null {
  const merged: Values = {};
  for (const { name, as, isOutsideVersions } of fields) {
    if (mine[name] === undefined) continue;
    const now = valueIn(theirs, name, base);
    const isMine = !isSame(mine[name], base[name]);
    const isTheirs = !isSame(now, base[name]);
    if (isSame(mine[name], now)) continue;
    // Whether it is on the site is no version's, so that nobody knows who has changed it.
    if (isOutsideVersions) return null;
    if (isMine && isTheirs) {
      const both = mergeTexts(as, [base[name], mine[name], now]);
      if (both === null) return null;
      merged[name] = both;
    } else if (isTheirs) merged[name] = now;
  }
  for (const group of together) {
    const differs = (side: Values) => group.some((name) => isChanged(name, side, base));
    const isNew = isImageNew && group.includes('imageUrl');
    if ((isNew || differs(mine)) && differs(theirs)) return null;
  }
  return merged;
}

function isChanged(name: string, side: Values, base: Values): boolean {
  return side[name] !== undefined && name in base && !isSame(valueIn(side, name, base), base[name]);
}

/** Rows keep as lines of one text what versions keep as a list. */
function valueIn(row: Values, name: string, base: Values): unknown {
  return Array.isArray(base[name]) && typeof row[name] === 'string' ? linesOf(row[name]) : row[name];
}

/** No text and no value are the same to people. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? '') === JSON.stringify(other ?? '');
}

/** Of HTML block by block, of other texts line by line. */
function mergeTexts(as: Field['as'], texts: unknown[]): string | null {
  if (!texts.every((text) => typeof text === 'string' && text.length <= longestText)) return null;
  const [base = '', mine = '', theirs = ''] = texts as string[];
  if (as === 'html') {
    const [blocks = [], ...sides] = [base, mine, theirs].map((html) => readHtml(html).filter(isShown));
    const [ours = [], others = []] = sides;
    const merged = mergeThree<HtmlNode>(blocks, { mine: ours, theirs: others, keyOf: (node) => writeHtml([node]) });
    return merged && writeHtml(merged);
  }
  if (as !== undefined) return null;
  const lines = (text: string) => text.split('\n');
  const merged = mergeThree(lines(base), { mine: lines(mine), theirs: lines(theirs), keyOf: (line) => line });
  // Of a single line both have changed the same.
  return merged?.join('\n') ?? null;
}

function isShown(node: HtmlNode): boolean {
  return typeof node !== 'string' || textIn(node).trim() !== '';
}

type By = { id: number | null; username: string | null }[];

/** 'Ada changed the title meanwhile; both changes were saved.' Null when the others changed nothing that shows. */
export function mergedSentence({ theirs }: Both, by: By, administratorId: number): string | null {
  if (theirs.length === 0) return null;
  const what = [...new Set(theirs.map(({ name, summary = name }) => `the ${wordsOf(summary)}`))];
  const others = by.filter(({ id }) => id !== administratorId);
  const who = others.length === 0 ? 'You' : listed(others.map(({ username }) => username ?? 'a former administrator'));
  const where = others.length === 0 ? ', in another window' : '';
  return `${who} changed ${listed(what)} meanwhile${where}; both changes were saved.`;
}

/** 'joinDate' in words. */
function wordsOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function listed(words: string[]): string {
  return new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(words);
}
