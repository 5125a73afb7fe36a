/** An article or page as another program exported it. */
export type FoundItem = {
  /** The same in every export of that site. */
  key: string;
  kind: 'articles' | 'pages';
  title: string;
  /** As exported: not cleaned, with that site's links and pictures. */
  html: string;
  /** Where it stood: links and pictures are relative to it. */
  url: string;
  /** Where the pictures beside it stood, if elsewhere. */
  files?: string;
  /** More addresses that led to it. */
  aliases: string[];
  description: string;
  /** Instants. */
  date: string | null;
  updated: string | null;
  /** Why visitors could not read it; null when it was public. */
  hidden: string | null;
  picture: string | null;
  pictureAlt: string;
  lang: string | null;
  /** What was not understood, and stays in the text. */
  notes: string[];
  /** What only our own export knows. */
  own?: {
    id: number;
    excerpt?: string | undefined;
    isFeatured?: boolean;
    focus?: number[] | undefined;
    place?: string | undefined;
    position?: number | undefined;
    created?: string | undefined;
  };
};

export type Found =
  | { item: FoundItem }
  /** Left out, and why. */
  | { skipped: string; why: string }
  /** Of a kind that is not imported: 'tribe_events'. */
  | { other: string }
  | { note: string };

export type Source = {
  /** 'WordPress', for people. */
  label: string;
  /** Of the old site, without a slash at the end; `unknownSite` where the export does not say. */
  site: string;
  /** A site like this one wrote it. */
  isOwn?: boolean;
  found(): AsyncGenerator<Found>;
  /** Alt texts and captions of pictures and the original behind each, by address. */
  pictures?: Map<string, { url: string; alt: string }>;
};

/** Stands for a site whose address is not known. No such host exists (RFC 6761). */
export const unknownSite = 'https://old-site.invalid';

/** The file cannot be imported; `message` is a sentence. */
export class ImportRefused extends Error {
  override name = 'ImportRefused';
}

/** An instant of a date as programs write it, else null; without a zone it is UTC. '0000-00-00' and '0001-01-01' are none. */
export function readDate(text: unknown): string | null {
  const written = typeof text === 'string' ? text.trim() : '';
  const plain = /^([1-9]\d{3}-\d\d?-\d\d?)(?:[T ](\d\d?:\d\d(?::\d\d(?:\.\d+)?)?))?\s*(Z|UTC|[+-]\d\d:?\d\d)?$/i;
  const [, day, clock = '0:00', zone = 'Z'] = plain.exec(written) ?? [];
  const isInWords = /^[A-Z][a-z]{2}, /.test(written);
  const time = Date.parse(day ? `${day} ${clock} ${zone}` : isInWords ? written : '');
  return time >= 0 ? new Date(time).toISOString() : null;
}

/** Bytes as text: UTF-8, or else Windows-1252, whatever they say. */
export function decodeBytes(bytes: Uint8Array): { text: string; isGuessed: boolean } {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), isGuessed: false };
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), isGuessed: true };
  }
}
