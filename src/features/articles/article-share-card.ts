import type { PageSettings } from '#features/settings/settings.ts';
import { cardLookOf } from '#features/settings/site-card.ts';
import { longDate } from '#shared/dates.ts';
import { type FocalPoint, pickFocalPoint } from '#shared/item-picture.ts';
import type { ShareCard } from '#shared/share-card.ts';
import type { ArticleCard } from './article.schema.ts';
import { articleDate } from './article.ts';

type Shown = FocalPoint & Pick<ArticleCard, 'id' | 'title' | 'imageUrl' | 'publishedAt' | 'createdAt'>;

export function articleShareCard(article: Shown, settings: PageSettings): ShareCard {
  const { societyName, timeZone } = settings;
  const date = articleDate(article);
  return {
    kind: 'articles',
    id: article.id,
    society: societyName,
    title: article.title,
    lines: date ? [longDate(date, timeZone)] : [],
    imageUrl: article.imageUrl,
    ...pickFocalPoint(article),
    look: cardLookOf(settings),
  };
}
