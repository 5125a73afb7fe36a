import { pictureUrl } from '#shared/item-picture.ts';
import { shareCardPath } from '#shared/share-card.ts';
import { bidiClosed, bidiIsolated } from '#shared/text.ts';
import type { PageSettings } from '../settings.ts';
import { designSocietyName, siteShareCard } from '../site-card.ts';
import { usePageSettings, useSiteUrl } from './site-context.ts';

type PageMetaProps = {
  title: string;
  description?: string | undefined;
  /** The page's canonical path. Without it search engines must not index the page. */
  path?: string;
  imageUrl?: string | null;
  /** The share card, of the size of the site's own. `shareCardPath` gives its path. */
  card?: { path: string; alt: string } | undefined;
  type?: 'website' | 'article';
};

/** The site's own picture names the society that the design was made for. */
function ownCardPath(settings: PageSettings): string {
  const card = siteShareCard(settings);
  return card.title === designSocietyName && !card.look ? '/og.png' : shareCardPath(card);
}

/** The head tags of a page. Only the innermost page renders them. */
export function PageMeta({ title, description, path, imageUrl, card, type = 'website' }: PageMetaProps) {
  const settings = usePageSettings();
  const { societyName, heroSubtitle } = settings;
  const siteUrl = useSiteUrl();
  const fullTitle = title === societyName ? title : `${bidiIsolated(title)} · ${societyName}`;
  const about = description || heroSubtitle;
  const isPlain = !card && imageUrl;
  // What other sites show for a link (ogp.me). Browsers and apps that share or save a page read it too.
  const tags = {
    ...(path !== undefined && { 'og:url': siteUrl + path }),
    'og:type': type,
    'og:site_name': societyName,
    'og:title': bidiClosed(title),
    'og:description': bidiClosed(about),
    'og:image': pictureUrl(card?.path ?? (imageUrl || ownCardPath(settings)), siteUrl),
    ...(!isPlain && {
      'og:image:width': '1200',
      'og:image:height': '630',
      'og:image:alt': card?.alt ?? societyName,
    }),
  };
  return (
    <>
      <title>{fullTitle}</title>
      <meta name="description" content={about} />
      {path === undefined ? <meta name="robots" content="noindex" /> : <link rel="canonical" href={siteUrl + path} />}
      {Object.entries(tags).map(([property, content]) => (
        <meta key={property} property={property} content={content} />
      ))}
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}
