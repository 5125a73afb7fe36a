import { pictureUrl } from '#shared/picture.ts';
import { useSettings, useSiteUrl } from './site.ts';

type PageMetaProps = {
  title: string;
  description?: string | undefined;
  /** The page's one address below SITE_URL; absent for pages that search engines should not keep. */
  path?: string;
  imageUrl?: string | null;
  type?: 'website' | 'article';
};

/** Title, description, canonical address and what other sites show of a page; only the innermost page renders it. */
export function PageMeta({ title, description, path, imageUrl, type = 'website' }: PageMetaProps) {
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
      <meta property="og:image" content={pictureUrl(imageUrl || '/og.png', siteUrl)} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}
