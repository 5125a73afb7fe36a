import { leadPictureSizes, shapeBeside } from '#features/articles/article.ts';
import styles from '#features/articles/pages/article.module.css';
import body from '#features/articles/pages/article-body.module.css';
import { ChapterList } from '#features/articles/pages/chapter-list.tsx';
import { breadcrumbJsonLd, societyJsonLd } from '#features/settings/pages/json-ld-parts.ts';
import { PageMeta } from '#features/settings/pages/page-meta.tsx';
import { usePageSettings, useSiteUrl } from '#features/settings/pages/site-context.ts';
import { shareCardPath } from '#shared/share-card.ts';
import { isRightToLeft, languageAttributes } from '#ui/language-attributes.ts';
import { Picture } from '#ui/page/picture.tsx';
import { StructuredData } from '#ui/page/structured-data.tsx';
import type { Page } from '../page.schema.ts';
import { pageShareCard } from '../page.ts';

export function PageView({ page }: { page: Page }) {
  const settings = usePageSettings();
  const siteUrl = useSiteUrl();
  const { title, path, content, guessedLang, imageUrl } = page;
  const card = { path: shareCardPath(pageShareCard(page, settings)), alt: title };
  const lang = guessedLang ?? settings.textLanguage;
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
    <article className={styles.article} lang={lang} dir={isRightToLeft(lang) ? 'rtl' : undefined}>
      <PageMeta title={title} path={path} card={card} />
      <StructuredData nodes={[node, breadcrumbJsonLd(siteUrl, [{ name: title, path }])]} />
      <div className={styles.lede} data-beside={shapeBeside(page)}>
        <h1 {...languageAttributes(title, lang)}>{title}</h1>
        {imageUrl && (
          <div className={styles.picture}>
            <Picture
              picture={page}
              fallback={settings.defaultArticleImage}
              sizes={leadPictureSizes(page)}
              isEager="first"
            />
          </div>
        )}
      </div>
      <div className={styles.column}>
        <ChapterList content={content} />
        {/* Sanitised by the server when it was saved. */}
        <div className={body.content} dangerouslySetInnerHTML={{ __html: content }} />
      </div>
    </article>
  );
}
