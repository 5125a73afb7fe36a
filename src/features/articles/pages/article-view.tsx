import '#ui/theme/book-face.css';
import type { ReactNode } from 'react';
import { breadcrumbJsonLd, jsonLdImages, societyJsonLd } from '#features/settings/pages/json-ld-parts.ts';
import { PageMeta } from '#features/settings/pages/page-meta.tsx';
import { usePageSettings, useSiteUrl } from '#features/settings/pages/site-context.ts';
import type { PageSettings } from '#features/settings/settings.ts';
import { longDate } from '#shared/dates.ts';
import { shownImageUrl } from '#shared/item-picture.ts';
import { shareCardPath } from '#shared/share-card.ts';
import { TextLink } from '#ui/forms/button.tsx';
import { isRightToLeft, languageAttributes } from '#ui/language-attributes.ts';
import { Badge } from '#ui/page/badge.tsx';
import { Picture } from '#ui/page/picture.tsx';
import { type DataNode, StructuredData } from '#ui/page/structured-data.tsx';
import { Icon } from '#ui/theme/icon.tsx';
import type { Article } from '../article.schema.ts';
import { articleByline, articleDate, leadPictureSizes, shapeBeside } from '../article.ts';
import { articleShareCard } from '../article-share-card.ts';
import styles from './article.module.css';
import body from './article-body.module.css';
import { ChapterList } from './chapter-list.tsx';

type ArticleViewProps = {
  article: Article;
  isPreview?: boolean;
  /** Shown below the text. */
  children?: ReactNode;
};

/** An article as its page shows it; a preview says so above it, and search engines must not index it. */
export function ArticleView({ article, isPreview = false, children }: ArticleViewProps) {
  const settings = usePageSettings();
  const siteUrl = useSiteUrl();
  const published = articleDate(article);
  const lang = article.lang ?? article.guessedLang ?? settings.textLanguage;
  const seen = {
    path: `/articles/${article.id}`,
    card: { path: shareCardPath(articleShareCard(article, settings)), alt: article.title },
  };
  return (
    <article className={styles.article} lang={lang} dir={isRightToLeft(lang) ? 'rtl' : undefined}>
      <PageMeta
        title={isPreview ? `Preview: ${article.title}` : article.title}
        description={article.description}
        {...(isPreview ? { imageUrl: shownImageUrl(article) } : seen)}
        type="article"
      />
      {!isPreview && (
        <>
          {published && <meta property="article:published_time" content={published} />}
          <StructuredData nodes={articleJsonLd(article, settings, siteUrl)} />
        </>
      )}
      <Back className={styles.back}>Back to All Articles</Back>
      <div className={styles.lede} data-beside={shapeBeside(article)}>
        <ArticleImage article={article} />
        <ArticleHead article={article} lang={lang} />
      </div>
      <div className={styles.column}>
        <ChapterList content={article.content} />
        {/* Sanitised by the server when it was saved. */}
        <div className={body.content} dangerouslySetInnerHTML={{ __html: article.content }} />
      </div>
      <div lang="en" dir="ltr">
        {children}
      </div>
      <Back className={styles.foot}>View All Articles</Back>
    </article>
  );
}

/** Longer titles are set smaller, so that they and the standfirst fit the first screen. */
const longestLarge = 60;

function Back({ className, children }: { className: string | undefined; children: string }) {
  return (
    <p className={className} lang="en" data-screen-only>
      <TextLink to="/articles" viewTransition>
        <Icon name="arrow-left" />
        {children}
      </TextLink>
    </p>
  );
}

function ArticleImage({ article }: { article: Article }) {
  return (
    <div className={styles.picture} data-picture>
      <Picture
        picture={article}
        fallback={usePageSettings().defaultArticleImage}
        alt={article.imageAlt}
        sizes={leadPictureSizes(article)}
        isEager="first"
      />
    </div>
  );
}

function ArticleHead({ article, lang }: { article: Article; lang: string | undefined }) {
  const { societyName, timeZone } = usePageSettings();
  const date = articleDate(article);
  return (
    <header className={styles.head}>
      {article.isFeatured && (
        <div lang="en">
          <Badge>Featured Article</Badge>
        </div>
      )}
      <h1
        className={styles.title}
        data-large={article.title.length <= longestLarge || undefined}
        {...languageAttributes(article.title, lang)}
      >
        {article.title}
      </h1>
      <p className="muted" lang="en" dir="ltr">
        {date ? <time dateTime={date}>{longDate(date, timeZone)}</time> : <span>Date unavailable</span>}{' '}
        <span aria-hidden="true">· </span>
        <span>{articleByline(societyName)}</span> <span aria-hidden="true">· </span>
        <span>{article.readingMinutes} min read</span>
      </p>
      {article.description && (
        <p className={styles.description} {...languageAttributes(article.description, lang)}>
          <em>{article.description}</em>
        </p>
      )}
    </header>
  );
}

function articleJsonLd(article: Article, settings: PageSettings, siteUrl: string): DataNode[] {
  const society = societyJsonLd(settings, siteUrl);
  const published = articleDate(article);
  const path = `/articles/${article.id}`;
  const node = {
    '@type': 'Article',
    '@id': `${siteUrl}${path}#article`,
    headline: article.title,
    description: article.description,
    image: jsonLdImages(articleShareCard(article, settings), article.image !== null, siteUrl),
    ...(published && { datePublished: published }),
    dateModified: article.updatedAt,
    author: society,
    publisher: society,
    mainEntityOfPage: siteUrl + path,
  };
  const places = [
    { name: 'Articles', path: '/articles' },
    { name: article.title, path },
  ];
  return [node, breadcrumbJsonLd(siteUrl, places)];
}
