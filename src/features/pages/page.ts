import type { PageSettings } from '#features/settings/settings.ts';
import { cardLookOf } from '#features/settings/site-card.ts';
import { decodeEntities } from '#shared/html/entities.ts';
import type { ShareCard } from '#shared/share-card.ts';
import { pluralise } from '#shared/text.ts';
import type { Page } from './page.schema.ts';

export const pageLimits = { title: 100, address: 60 } as const;

export const pagePlaces = ['footer', 'menu', 'none'] as const;
export type PagePlace = (typeof pagePlaces)[number];

/** In addition to the site's own links. */
export const mostInMenu = 5;

export const pageMessages = {
  noTitle: 'Please enter a title',
  emptyContent: 'Please enter some content',
  noAddress: 'Please enter an address',
  longAddress: `An address has at most ${pageLimits.address} characters`,
  badAddress: 'Use lowercase letters, digits and single hyphens, such as “about-us”, with at least one letter',
  reserved: (address: string) => `The site itself uses /${address}. Please choose another address`,
  taken: (address: string, title: string) => `/${address} leads to the page “${title}”. Please choose another address`,
  takenInBin: (address: string, title: string) =>
    `/${address} belongs to the page “${title}” in the bin. Please choose another address`,
  inMenu: (title: string) => `The menu has “${title}” already. Please choose another title`,
  fullMenu: `The menu has ${mostInMenu} pages already. Please take one out first`,
} as const;

/** Whether the menu has a link of the site's own with this label. */
export function isOwnMenuLabel(title: string): boolean {
  return ['home', 'about', 'articles', 'events', 'join society'].includes(title.toLowerCase());
}

/**
 * The first parts of the addresses that the site uses itself, or may use one day; no page has one of them.
 * `app/public/written-page.route.test.ts` walks the routes.
 */
const reserved = new Set(
  [
    'about admin api articles assets cards committee committees defaults do-not-write events healthz home index login members metrics newsletter newsletters',
    'pages posters preview readyz search settings signup static subscribe subscription unsubscribe uploads verify well-known',
  ].flatMap((names) => names.split(' ')),
);

export function isReservedAddress(address: string): boolean {
  return reserved.has(address);
}

/** The days for which guests are kept by the words of the starter page Privacy; null where someone says it in other words. */
export function daysInPrivacyText(content: string): number | null {
  const days = /We erase all of this (\d{1,4}) days? after the event/.exec(content)?.[1];
  return days === undefined ? null : Number(days);
}

/** Why an administrator should look at the text again, now that the settings say something else; null when it is right. */
export function outdatedPrivacySentence(content: string, guestsKeptDays: number): string | null {
  const said = daysInPrivacyText(content);
  if (said === null || said === guestsKeptDays) return null;
  return `Please check: it says that guests are erased ${pluralise(said, 'day')} after an event, the settings say ${guestsKeptDays}.`;
}

/** The gaps that the starter pages leave to the society, such as '[name]'. Other words in brackets are the society's own. */
export function gapsIn(content: string): string[] {
  const words = content.replace(/<[^<>]*>/g, '<');
  const gaps = /\[(Name of [^[\]<]+|an e-?mail address|name|aims|whom|president|secretary|treasurer)\]|\[14\] days/g;
  return [...words.matchAll(gaps)].map(([gap]) => decodeEntities(gap));
}

/** Why an administrator should look at the page, or null. */
export function pageNotice(content: string, guestsKeptDays: number): string | null {
  const [gap, ...others] = gapsIn(content);
  const more = others.length > 0 ? ` and ${pluralise(others.length, 'other gap')}` : '';
  return gap ? `Please fill in ${gap}${more}.` : outdatedPrivacySentence(content, guestsKeptDays);
}

/** Below the site's own address. A name reserved after the page got it does not block it. */
export function pathOfPage(address: string): string {
  return encodeURI(isReservedAddress(address) ? `/pages/${address}` : `/${address}`);
}

type OnCard = Pick<Page, 'id' | 'title' | 'imageUrl' | 'imageFocalX' | 'imageFocalY'>;

export function pageShareCard(page: OnCard, settings: PageSettings): ShareCard {
  const { id, title, imageUrl, imageFocalX, imageFocalY } = page;
  const picture = { imageUrl, imageFocalX, imageFocalY };
  return { kind: 'pages', id, society: settings.societyName, title, lines: [], ...picture, look: cardLookOf(settings) };
}

/** Why no page can have it, or null. */
export function addressProblem(address: string): string | null {
  if (!address) return pageMessages.noAddress;
  if (address.length > pageLimits.address) return pageMessages.longAddress;
  if (address !== addressFrom(address) || !/\p{L}/u.test(address)) return pageMessages.badAddress;
  return isReservedAddress(address) ? pageMessages.reserved(address) : null;
}

/** The address of a title in any script, never empty: 'Über uns!' becomes 'uber-uns'. Letters of other scripts stay as they are. */
export function addressFromTitle(title: string): string {
  const address = addressFrom(title);
  if (!/\p{L}/u.test(address)) return address ? `page-${address}`.slice(0, pageLimits.address) : 'page';
  return address;
}

function addressFrom(text: string): string {
  const bare = text
    .normalize('NFKD')
    .replace(/([A-Za-z])\p{M}+/gu, '$1')
    .normalize('NFC')
    .toLowerCase();
  const words = bare.split(/[^\p{L}\p{M}\p{Nd}]+/u).filter(Boolean);
  return cut(words.join('-'));
}

/** Whole characters, and no hyphen at the end. */
function cut(address: string): string {
  let short = '';
  for (const { segment } of new Intl.Segmenter('en').segment(address)) {
    if (short.length + segment.length > pageLimits.address) break;
    short += segment;
  }
  return short.endsWith('-') ? short.slice(0, -1) : short;
}
