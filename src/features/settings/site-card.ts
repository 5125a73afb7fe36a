/** What the society's look changes on share cards, and the card of pages that have none of their own. */
import { noFocalPoint } from '#shared/item-picture.ts';
import type { CardLook, ShareCard } from '#shared/share-card.ts';
import type { PageSettings } from './settings.ts';

export const designSocietyName = 'One Health Student Society';

/** Undefined where nothing is chosen. */
export function cardLookOf({ accentColor = '', logo = '' }: PageSettings): CardLook | undefined {
  return accentColor || logo ? { accentColor, logo } : undefined;
}

export function siteShareCard(settings: PageSettings): ShareCard {
  const { societyName: title, heroSubtitle } = settings;
  const about = { kind: 'site', id: 1, society: '', title, lines: [heroSubtitle], imageUrl: null } as const;
  return { ...about, lines: [...about.lines], ...noFocalPoint, look: cardLookOf(settings) };
}
