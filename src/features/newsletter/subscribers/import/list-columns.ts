/** Finds the columns of a list: addresses, and who has confirmed, unsubscribed or bounced in the old system. */
import { extractEmailAddress } from '#shared/email-address.ts';

import { type Wish, wishes } from '../subscriber.ts';

/** What a line says about its person. The first that is true counts: only a bounce outlasts a new request. */
export const meanings = ['bounced', 'left', 'unclear', 'pending', 'confirmed'] as const;
export type Meaning = (typeof meanings)[number];
export type Asked = { column: string; value: string };

type KnownColumn = { name: RegExp; yes: Meaning | null; no: Meaning | null };
type Column = { index: number; name: string; heading: string; known: KnownColumn | undefined; isStatus: boolean };

export type ListColumns = {
  emails: number[];
  others: Column[];
  /** What they have chosen, in an export of this site. */
  wish: number;
};

/** Headings and values are compared as `folded` leaves them. */
const emailNames = new Set(
  (
    'email mail emailaddress mailaddress youremail primaryemail contactemail subscriberemail memberemail youremailaddress ' +
    'emailadresse mailadresse emailadres mailadres emailadress courriel adresseemail adressemail adresseelectronique ' +
    'adressedecourriel correo correoelectronico direcciondecorreo direcciondecorreoelectronico direccionemail direcciondeemail ' +
    'indirizzoemail indirizzodiemail indirizzomail indirizzodipostaelettronica postaelettronica enderecodeemail enderecoemail ' +
    'correioeletronico correioelectronico enderecodecorreioeletronico adresemail adresmail poczta pocztaelektroniczna'
  ).split(' '),
);
/** From address books: 'E-mail 1 - Value', 'E-mail 2 Address'. */
const numberedEmailName = /^e?mail(?:address)?\d{1,2}(?:value|address)?$/;

/** A date is a yes, too. */
const yes = /^(?:true|yes|y|1|x|ja|oui|si|sim|tak)$|^(?:19|20)\d{6}/;
const no = /^(?:false|no|n|0|nein|non|nao|nee|nie)$/;
const knownColumns: KnownColumn[] = [
  {
    name: /^(?:confirmed(?:at)?|bestatigt|confirmee?|confirmad[oa]|confermat[oa]|bevestigd|potwierdzon[yaeo])$/,
    yes: 'confirmed',
    no: 'pending',
  },
  // Mailchimp's UNSUB_TIME, this site's unsubscribedAt, Substack's email_disabled, Ghost's deleted_at.
  { name: /^(?:unsub.*|emaildisabled|deletedat)$/, yes: 'left', no: null },
  // Mailchimp.
  { name: /^cleantime$/, yes: 'bounced', no: null },
  // Ghost.
  { name: /^subscribedtoemails$/, yes: null, no: 'left' },
];
/** Under 'State' or 'Status' alone: 'Opted out: confirmed' says the opposite. */
const stateWord = /^(?:subscribed|confirmed)$/;
/** As this site and Mailchimp write them, in any column. */
const statusWords = new Map<string, Meaning>([
  ['pending', 'pending'],
  ['unconfirmed', 'pending'],
  ['unsubscribed', 'left'],
  ['cleaned', 'bounced'],
  ['suppressed', 'bounced'],
]);
/** Any other column like these is asked about: guessing wrong would write to someone who has left. */
const statusName =
  /status|statut|^(?:state|estado|stato|zustand|abo|subscription|subscribed)$|unsub|opt(?:ed)?out|opt(?:ed)?in$|issubscribed|abonn|gemeldet|abmeld|suscri|inscri|iscri|schreven|pisan|disabled|blocked|blocklist|blacklist|suppress|bounce|^(?:clean|deleted|left)|complain|^spam|marketing|newsletter|^active$|inactive|consent|removed|left$|^donot/;
/** These in any column: no name or place begins like them. */
const leavingWord =
  /^(?:unsubscribed|bounced|cleaned|nonsubscribed|optedout|blocklisted|blacklisted|hardbounced|abgemeldet|desabonn|desinscri|disiscri|uitgeschreven|wypisany)/;

export function isHeadingRow(cells: string[]): boolean {
  return cells.some((cell) => isEmailName(folded(cell)));
}

function isEmailName(name: string): boolean {
  return emailNames.has(name) || numberedEmailName.test(name);
}

export function findColumns(headings: string[]): ListColumns {
  const names = headings.map(folded);
  const isOurs = ['state', 'confirmedat', 'unsubscribedat'].every((name) => names.includes(name));
  const others = headings.map((heading, index) => {
    const name = names[index] ?? '';
    const known = knownColumns.find((one) => one.name.test(name));
    return { index, name, heading: heading.trim(), known, isStatus: known !== undefined || statusName.test(name) };
  });
  return {
    emails: [...names.keys()].filter((index) => isEmailName(names[index] ?? '')),
    others: others.filter(({ index }) => !isEmailName(names[index] ?? '')),
    wish: isOurs ? names.indexOf('wish') : -1,
  };
}

/** `on`: the day, if the list says it. `taken`: what was answered, as `column=value`, or `column` for all its values. */
export function findMeaning(
  { others }: ListColumns,
  cells: string[],
  taken: ReadonlySet<string>,
): { means: Meaning; on: string | null; asked: Asked[] } {
  const asked: Asked[] = [];
  const found: { means: Meaning; on: string | null }[] = [];
  for (const column of others) {
    const value = (cells[column.index] ?? '').trim();
    const means = meaningOf(column, value);
    const one = { column: column.heading, value: value.slice(0, 100) };
    const isTaken = taken.has(one.column) || taken.has(`${one.column}=${one.value}`);
    if (means === null || (means === 'unclear' && isTaken)) continue;
    if (means === 'unclear') asked.push(one);
    found.push({ means, on: /^\d{4}-\d\d-\d\d/.exec(value)?.[0] ?? null });
  }
  const strongest = meanings.find((meaning) => found.some((one) => one.means === meaning)) ?? 'pending';
  return { means: strongest, on: found.find(({ means, on }) => means === strongest && on !== null)?.on ?? null, asked };
}

function meaningOf({ name, known, isStatus }: Column, written: string): Meaning | null {
  if (written === '') return null;
  // Empty if it is only a sign, such as a tick.
  const value = folded(written);
  if (known && yes.test(value)) return known.yes;
  if (known && no.test(value)) return known.no;
  if (/^stat(?:e|us)$/.test(name) && stateWord.test(value)) return null;
  return statusWords.get(value) ?? (isStatus || leavingWord.test(value) ? 'unclear' : null);
}

/** Null in a list of another system. */
export function wishInRow({ wish }: ListColumns, cells: string[]): Wish | null {
  return wishes.find((one) => one === cells[wish]) ?? null;
}

/** The first cell with an address in it, in any form people write; invisible characters come along when it is copied. */
export function emailInRow({ emails }: ListColumns, cells: string[]): { written: string; isCleaned: boolean } {
  const cell = emails.map((index) => cells[index] ?? '').find((one) => one.includes('@')) ?? '';
  const isCleaned = /\p{Default_Ignorable_Code_Point}|[^\P{Z} ]/u.test(cell);
  return { written: extractEmailAddress(cell), isCleaned };
}

/** Only letters and digits, without accents and case. */
function folded(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}
