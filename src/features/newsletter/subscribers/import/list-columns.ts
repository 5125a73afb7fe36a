/** Finds the columns of a list: addresses, and who has confirmed, unsubscribed or bounced in the old system. */

/** Why not to write to someone: they unsubscribed there, could not be reached there, or a column is not understood. */
export type Standing =
  | { kind: 'left' | 'bounced'; on: string | null }
  | { kind: 'unclear'; on: null; column: string; value: string };

type StatusColumn = { index: number; name: string; read: (value: string) => Standing['kind'] | null };

export type ListColumns = { emails: number[]; confirmed: number; statuses: StatusColumn[] };

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
const confirmedName = /^(?:confirmed|bestatigt|confirmee?|confirmad[oa]|confermat[oa]|bevestigd|potwierdzon[yaeo])$/;
const yes = /^(?:true|yes|y|1|x|ja|oui|si|sim|tak|wahr|vrai|vero|verdader[oa]|verdadeir[oa]|prawda)$/;
const no = /^(?:false|no|n|0|nein|non|nao|nee|nie|falsch|faux|falso|falsz)?$/;

const leftWords = new Set(
  (
    'unsubscribed unsubscribe nonsubscribed optedout optout left cancelled canceled removed deleted disabled inactive archived ' +
    'abgemeldet ausgetragen inaktiv desabonne desabonnee desinscrit desinscrite inactif baja cancelado inactivo disiscritto disiscritta ' +
    'uitgeschreven wypisany wypisana'
  ).split(' '),
);
const bouncedWords = new Set(
  (
    'cleaned bounced bounce hardbounced hardbounce blocked blocklisted blacklisted suppressed complained complaint spam junk ' +
    'invalid undeliverable'
  ).split(' '),
);
const goodWords = new Set(
  (
    'subscribed active enabled confirmed unconfirmed pending verified unverified new optedin optin free paid comped ' +
    'aktiv angemeldet actif abonne activo suscrito attivo iscritto actief ingeschreven aktywny ativo inscrito'
  ).split(' '),
);

type Kind = { name: RegExp; read: StatusColumn['read'] };

const kinds: Kind[] = [
  // Dates: anyone with one has unsubscribed.
  dateColumn(/^(?:unsub|unsubscribed?|optedout|optout|left|deleted)(?:time|at|date|on)$/, 'left'),
  dateColumn(/^(?:clean(?:ed)?|bounced?|blocked|suppressed|complained)(?:time|at|date|on)$/, 'bounced'),
  yesNoColumn(
    /unsubscri|opte?d?out|abgemeldet|abmeldung|desabonn|desinscri|disiscri|uitgeschreven|wypisan|^(?:email)?disabled$/,
    yes,
    'left',
  ),
  yesNoColumn(/blocklist|blacklist|suppress|bounce|^(?:cleaned|blocked|complained|spam)$/, yes, 'bounced'),
  yesNoColumn(
    /^(?:(?:is)?subscribed(?:toemails)?|(?:e?mail)?opt(?:ed)?in|accepts(?:e?mail)?marketing|(?:wants)?newsletter)$/,
    no,
    'left',
  ),
  yesNoColumn(
    /^(?:abonniert|angemeldet|inscrite?|abonnee?|suscrit[oa]|iscritt[oa]|ingeschreven|inscrit[oa]|zapisan[yaeo])$/,
    no,
    'left',
  ),
  // May be part of a postal address instead.
  { name: /^(?:state|estado|stato)$/, read: (value) => readStatusWord(value) ?? null },
  {
    name: /status|statut|^(?:zustand|subscription|abonnement|abo)$/,
    read: (value) => readStatusWord(value) ?? (value === '' || goodWords.has(value) ? null : 'unclear'),
  },
  // Whatever the column is called: these words are never a name or place.
  {
    name: /./,
    read: (value) =>
      /^(?:unsubscribed|nonsubscribed|optedout|blocklisted|blacklisted|hardbounced|abgemeldet|desabonn|desinscri|disiscri|uitgeschreven|wypisany)/.test(
        value,
      )
        ? (readStatusWord(value) ?? null)
        : null,
  },
];

function dateColumn(name: RegExp, kind: 'left' | 'bounced'): Kind {
  return { name, read: (value) => (no.test(value) || /^(?:null|none|never)$/.test(value) ? null : kind) };
}

/** `is`: the answer that means yes; an empty cell says nothing. */
function yesNoColumn(name: RegExp, is: RegExp, kind: 'left' | 'bounced'): Kind {
  const isOther = is === yes ? no : yes;
  const read = (value: string) => {
    if (value === '' || isOther.test(value)) return null;
    if (is.test(value)) return kind;
    // A date in place of a yes.
    if (is === yes && /^\d{6,}/.test(value)) return kind;
    return readStatusWord(value) ?? (goodWords.has(value) ? null : 'unclear');
  };
  return { name, read };
}

function readStatusWord(value: string): 'left' | 'bounced' | undefined {
  if (leftWords.has(value)) return 'left';
  return bouncedWords.has(value) ? 'bounced' : undefined;
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
  const statuses = names.flatMap((name, index) => {
    const kind = kinds.find((one) => one.name.test(name));
    return kind && !confirmedName.test(name) && !emails.includes(index)
      ? [{ index, name: heading[index] ?? '', read: kind.read }]
      : [];
  });
  return { emails, confirmed: names.findIndex((name) => confirmedName.test(name)), statuses };
}

/** Null: there is no reason not to write to them. */
export function findReasonNotToWrite({ statuses }: ListColumns, cells: string[]): Standing | null {
  const found = statuses.flatMap(({ index, name, read }): Standing[] => {
    const value = cells[index] ?? '';
    const kind = read(folded(value));
    if (kind === null) return [];
    if (kind === 'unclear') return [{ kind, on: null, column: name, value: value.slice(0, 100) }];
    return [{ kind, on: /^\d{4}-\d\d-\d\d/.exec(value)?.[0] ?? null }];
  });
  const dated = found.find(({ on }) => on !== null);
  return dated ?? found.find(({ kind }) => kind !== 'unclear') ?? found[0] ?? null;
}

export function isRowConfirmed({ confirmed }: ListColumns, cells: string[]): boolean {
  return yes.test(folded(cells[confirmed] ?? ''));
}

/** Invisible characters that come along when an address is copied from a page or letter. */
const invisible = /\p{Default_Ignorable_Code_Point}/gu;

/** The first cell with an address in it, in any form people write: 'Anna <anna@…>', 'mailto:…', 'anna@…;'. */
export function emailInRow({ emails }: ListColumns, cells: string[]): { written: string; isCleaned: boolean } {
  const raw = emails.map((index) => cells[index] ?? '').find((cell) => cell.includes('@')) ?? '';
  const visible = raw.replace(invisible, '').replaceAll(/\p{Z}/gu, ' ').trim();
  const isCleaned = visible !== raw;
  const inner = /<([^<>]+)>\s*[;,]?$/.exec(visible)?.[1] ?? visible;
  let written = inner.replace(/^mailto:/i, '').trim();
  while (/[\s;,]$/.test(written)) written = written.slice(0, -1);
  return { written, isCleaned };
}

/** Only letters and digits, without accents and case. */
function folded(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}
