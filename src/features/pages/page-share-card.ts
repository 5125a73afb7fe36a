import type { SiteSettings } from '#features/settings/settings.ts';
import type { ShareCard } from '#shared/share-card.ts';
import type { Page } from './page.schema.ts';

type Shown = Pick<Page, 'id' | 'title' | 'imageUrl' | 'imageFocalX' | 'imageFocalY'>;

export function pageShareCard(page: Shown, { societyName }: SiteSettings): ShareCard {
  const { id, title, imageUrl, imageFocalX, imageFocalY } = page;
  return { kind: 'pages', id, society: societyName, title, lines: [], imageUrl, imageFocalX, imageFocalY };
}
