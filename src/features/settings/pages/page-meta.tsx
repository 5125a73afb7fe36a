import { pictureUrl } from '#shared/picture.ts';
import { useSettings, useSiteUrl } from './site.ts';

type PageMetaProps = {
  title: string;
  description?: string | undefined;
  /** The page's one address below SITE_URL; absent for pages that search engines should not keep. */
  path?: string;
  imageUrl?: string | null;
  /** What other sites show of a link to the page, of the size of the site's own; `cardPath` knows where it is. */
  card?: { path: string; alt: string } | undefined;
  type?: 'website' | 'article';
};

/** Title, description, canonical address and what other sites show of a page; only the innermost page renders it. */
export function PageMeta({ title, description, path, imageUrl, card, type = 'website' }: PageMetaProps) {
  const { societyName, heroSubtitle } = useSettings();
  const siteUrl = useSiteUrl();
  const fullTitle = title === societyName ? title : `${title} · ${societyName}`;
  const about = description || heroSubtitle;
  return (
    <>
      <title>{fullTitle}</title>
      <meta name="description" content={about} />
      {path === undefined ? (
        <meta name="robots" content="noindex" />
      ) : (
        <>
          <link rel="canonical" href={siteUrl + path} />
          <meta property="og:url" content={siteUrl + path} />
        </>
      )}
      <meta property="og:type" content={type} />
      <meta property="og:site_name" content={societyName} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={about} />
      {imageUrl && !card ? (
        <meta property="og:image" content={pictureUrl(imageUrl, siteUrl)} />
      ) : (
        <CardMeta url={siteUrl + (card?.path ?? '/og.png')} alt={card?.alt ?? societyName} />
      )}
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}

function CardMeta({ url, alt }: { url: string; alt: string }) {
  return (
    <>
      <meta property="og:image" content={url} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={alt} />
    </>
  );
}
