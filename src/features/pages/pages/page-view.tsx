import body from '#features/articles/pages/article-body.module.css';
import { breadcrumbJsonLd, societyJsonLd } from '#features/settings/pages/json-ld-parts.ts';
import { PageMeta } from '#features/settings/pages/page-meta.tsx';
import { usePageSettings, useSiteUrl } from '#features/settings/pages/site-context.ts';
import { shareCardPath } from '#shared/share-card.ts';
import { languageAttributes } from '#ui/language-attributes.ts';
import { Picture } from '#ui/page/picture.tsx';
import { StructuredData } from '#ui/page/structured-data.tsx';
import type { Page } from '../page.schema.ts';
import { pageShareCard } from '../page.ts';
import styles from './page-view.module.css';

export function PageView({ page }: { page: Page }) {
  const settings = usePageSettings();
  const siteUrl = useSiteUrl();
  const { title, path, content, guessedLang, imageUrl } = page;
  const card = { path: shareCardPath(pageShareCard(page, settings)), alt: title };
  const lang = guessedLang ?? undefined;
  const node = {
    '@type': 'WebPage',
    '@id': `${siteUrl}${path}#page`,
    name: title,
    url: siteUrl + path,
    datePublished: page.createdAt,
    dateModified: page.updatedAt,
    publisher: societyJsonLd(settings, siteUrl),
  };
  return (
    <article className={styles.page} lang={lang}>
      <PageMeta title={title} path={path} card={card} />
      <StructuredData nodes={[node, breadcrumbJsonLd(siteUrl, [{ name: title, path }])]} />
      <h1 className={styles.title} {...languageAttributes(title, lang)}>
        {title}
      </h1>
      {imageUrl && (
        <div className={styles.picture}>
          <Picture
            picture={page}
            fallback={settings.defaultArticleImage}
            sizes="min(42rem, calc(100vw - 2rem))"
            isEager="first"
          />
        </div>
      )}
      {/* Sanitised by the server when it was saved. */}
      <div className={body.content} dangerouslySetInnerHTML={{ __html: content }} />
    </article>
  );
}
