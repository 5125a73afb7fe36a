/** Finds the columns of a list: addresses, and who has confirmed, unsubscribed or bounced in the old system. */
import { extractEmailAddress } from '#shared/email-address.ts';

import { type Wish, wishes } from '../subscriber.ts';

/** Why not to write to someone: they unsubscribed or could not be reached there, or it is asked what a status means. */
export type Standing =
  | { kind: 'left' | 'bounced'; on: string | null }
  | { kind: 'unclear'; on: null; asked: { column: string; value: string }[] };

type StatusColumn = { index: number; name: string; read: (value: string) => Standing['kind'] | null };

export type ListColumns = {
  emails: number[];
  confirmed: number;
  statuses: StatusColumn[];
  /** What they have chosen, in an export of this site. */
  wish: number;
};

/** Normalised by `foldForSearch`. */
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
const confirmedName =
  /^(?:confirmed(?:at)?|bestatigt|confirmee?|confirmad[oa]|confermat[oa]|bevestigd|potwierdzon[yaeo])$/;
const yes = /^(?:true|yes|y|1|x|ja|oui|si|sim|tak|wahr|vrai|vero|verdader[oa]|verdadeir[oa]|prawda)$/;
const no = /^(?:false|no|n|0|nein|non|nao|nee|nie|falsch|faux|falso|falsz)?$/;

/** As this site, Mailchimp and listmonk write them. */
const statusWords = new Map<string, Standing['kind'] | null>([
  ...wordsOf('subscribed active enabled confirmed unconfirmed pending', null),
  ...wordsOf('unsubscribed nonsubscribed optedout disabled', 'left'),
  ...wordsOf('cleaned bounced blocklisted suppressed', 'bounced'),
]);
/** Headings of Mailchimp, Substack, Ghost, Brevo and HubSpot. */
const knownColumns: { name: RegExp; reason: RegExp; kind: 'left' | 'bounced' }[] = [
  { name: /^(?:unsub|optedout)|^(?:emaildisabled|(?:left|deleted)(?:time|at|date|on))$/, reason: yes, kind: 'left' },
  { name: /^(?:cleaned|bounced|clean(?:time|at)$)|blocklisted$/, reason: yes, kind: 'bounced' },
  { name: /^subscribed(?:toemails)?$/, reason: no, kind: 'left' },
];
/** Any other column like these is asked about: guessing wrong would write to someone who has left. */
const statusName =
  /status|statut|^(?:state|estado|stato|zustand|abo|subscription)$|unsub|opt(?:ed)?out|opt(?:ed)?in$|issubscribed|abonn|gemeldet|abmeld|suscri|inscri|iscri|schreven|pisan|disabled|blocked|blocklist|blacklist|suppress|bounce|complain|^spam|marketing|newsletter/;
/** In any column: no name or place begins like these. */
const leavingWord =
  /^(?:unsubscribed|nonsubscribed|optedout|blocklisted|blacklisted|hardbounced|abgemeldet|desabonn|desinscri|disiscri|uitgeschreven|wypisany)/;

function wordsOf(text: string, kind: Standing['kind'] | null) {
  return text.split(' ').map((word) => [word, kind] as const);
}

/** `name` is folded, as are the values. */
function readerOf(name: string): StatusColumn['read'] {
  const column = knownColumns.find((one) => one.name.test(name));
  const isStatus = column !== undefined || statusName.test(name);
  return (value) => {
    if (value === '') return null;
    if (column) {
      // A date in place of a yes.
      const isReason = column.reason.test(value) || (column.reason === yes && /^\d{6}/.test(value));
      if (isReason) return column.kind;
      if (yes.test(value) || no.test(value)) return null;
    }
    if (!isStatus && !leavingWord.test(value)) return null;
    const kind = statusWords.get(value);
    return kind === undefined ? 'unclear' : kind;
  };
}

export function isHeadingRow(cells: string[]): boolean {
  return cells.some((cell) => isEmailName(folded(cell)));
}

function isEmailName(name: string): boolean {
  return emailNames.has(name) || numberedEmailName.test(name);
}

export function findColumns(heading: string[]): ListColumns {
  const names = heading.map(folded);
  const emails = [...names.keys()].filter((index) => isEmailName(names[index] ?? ''));
  const statuses = names.flatMap((name, index) =>
    confirmedName.test(name) || emails.includes(index)
      ? []
      : [{ index, name: heading[index] ?? '', read: readerOf(name) }],
  );
  const isOurs = ['state', 'confirmedat', 'unsubscribedat'].every((name) => names.includes(name));
  const wish = isOurs ? names.indexOf('wish') : -1;
  return { wish, emails, confirmed: names.findIndex((name) => confirmedName.test(name)), statuses };
}

/** Null: there is no reason not to write to them. Bounced before left: only the first outlasts a new request. `taken`: what was answered, as `column=value`, or `column` for all its values. */
export function findReasonNotToWrite(
  { statuses }: ListColumns,
  cells: string[],
  taken: ReadonlySet<string>,
): Standing | null {
  const asked: { column: string; value: string }[] = [];
  const found = statuses.flatMap(({ index, name, read }): Standing[] => {
    const value = cells[index] ?? '';
    const kind = read(folded(value));
    if (kind === null) return [];
    if (kind !== 'unclear') return [{ kind, on: /^\d{4}-\d\d-\d\d/.exec(value)?.[0] ?? null }];
    const shown = value.slice(0, 100);
    if (!taken.has(name) && !taken.has(`${name}=${shown}`)) asked.push({ column: name, value: shown });
    return [];
  });
  const unclear = asked.length > 0 ? { kind: 'unclear' as const, on: null, asked } : null;
  const bounced = found.filter(({ kind }) => kind === 'bounced');
  const reasons = bounced.length > 0 ? bounced : found;
  return reasons.find(({ on }) => on !== null) ?? reasons[0] ?? unclear;
}

/** An earlier date of confirming does not count for someone who has been asked again since. */
export function isRowConfirmed({ confirmed, statuses }: ListColumns, cells: string[]): boolean {
  const isAsked = statuses.some(({ index }) => /^(?:pending|unconfirmed)$/.test(folded(cells[index] ?? '')));
  return !isAsked && (yes.test(folded(cells[confirmed] ?? '')) || /^\d{4}-\d\d-\d\d/.test(cells[confirmed] ?? ''));
}

/** Null in a list of another system. */
export function wishInRow({ wish }: ListColumns, cells: string[]): Wish | null {
  return wishes.find((one) => one === cells[wish]) ?? null;
}

/** Invisible characters that come along when an address is copied from a page or letter. */
const invisible = /\p{Default_Ignorable_Code_Point}/gu;

/** The first cell with an address in it, in any form people write: 'Anna <anna@…>', 'mailto:…', 'anna@…;'. */
export function emailInRow({ emails }: ListColumns, cells: string[]): { written: string; isCleaned: boolean } {
  const raw = emails.map((index) => cells[index] ?? '').find((cell) => cell.includes('@')) ?? '';
  const visible = raw.replace(invisible, '').replaceAll(/\p{Z}/gu, ' ').trim();
  return { written: extractEmailAddress(visible), isCleaned: visible !== raw };
}

/** Only letters and digits, without accents and case. */
function folded(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}
