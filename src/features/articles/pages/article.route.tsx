import { type LoaderFunctionArgs, type RouteObject, useLoaderData, useRevalidator, useRouteError } from 'react-router';
import { PageMeta } from '#features/settings/pages/page-meta.tsx';
import { useSettings } from '#features/settings/pages/site.ts';
import type { Api } from '#shared/api-client.ts';
import { longDate } from '#shared/dates.ts';
import { Badge } from '#ui/badge.tsx';
import { LinkButton, TextLink } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { Section } from '#ui/layout.tsx';
import { errorMessage } from '#ui/loaded.ts';
import { Picture } from '#ui/picture.tsx';
import { ErrorState } from '#ui/states.tsx';
import type { Article } from '../article.schema.ts';
import { articleByline, articleDate } from '../article.ts';
import { getArticle } from '../articles.client.ts';
import styles from './article.module.css';
import body from './article-body.module.css';

export function articleRoute(api: Api) {
  return {
    loader: ({ params, request }: LoaderFunctionArgs) => getArticle(api, params.id ?? '', request.signal),
    element: <ArticlePage />,
    errorElement: <ArticleFailed />,
  } satisfies RouteObject;
}

function ArticlePage() {
  const article = useLoaderData<Article | null>();
  if (!article) return <ArticleMissing />;
  return (
    <article className={styles.article}>
      <PageMeta
        title={article.title}
        description={article.description}
        path={`/articles/${article.id}`}
        imageUrl={article.imageUrl}
        type="article"
      />
      <Back />
      <ArticleImage article={article} />
      <div className={styles.column}>
        <ArticleHead article={article} />
        {/* Sanitised by the server when it was saved. */}
        <div className={body.content} dangerouslySetInnerHTML={{ __html: article.content }} />
        <p className={styles.foot}>
          <TextLink to="/articles" viewTransition>
            <Icon name="arrow-left" />
            Back to All Articles
          </TextLink>
        </p>
      </div>
    </article>
  );
}

function Back() {
  return (
    <p className={styles.back}>
      <TextLink to="/articles" viewTransition>
        <Icon name="arrow-left" />
        Back to All Articles
      </TextLink>
    </p>
  );
}

function ArticleImage({ article }: { article: Article }) {
  return (
    <div className={styles.picture}>
      <Picture
        url={article.imageUrl}
        info={article.image}
        fallback={useSettings().defaultArticleImage}
        alt={article.imageAlt}
        shape="banner"
        sizes="(width >= 70rem) 1040px, calc(100vw - 2rem)"
        isEager="first"
      />
    </div>
  );
}

function ArticleHead({ article }: { article: Article }) {
  const { timeZone } = useSettings();
  const date = articleDate(article);
  return (
    <header className={styles.head}>
      {article.isFeatured && <Badge>Featured Article</Badge>}
      <h1 className={styles.title}>{article.title}</h1>
      <p className={styles.meta}>
        {date ? <time dateTime={date}>{longDate(date, timeZone)}</time> : <span>Date unavailable</span>}
        <span aria-hidden="true"> · </span>
        <span>{articleByline}</span>
        <span aria-hidden="true"> · </span>
        <span>{article.readingMinutes} min read</span>
      </p>
      {article.description && (
        <p className={styles.description}>
          <em>{article.description}</em>
        </p>
      )}
    </header>
  );
}

function ArticleMissing() {
  return (
    <Section>
      <PageMeta title="Article" />
      <ErrorState message="The article you're looking for doesn't exist or is not available.">
        <LinkButton to="/articles">Back to All Articles</LinkButton>
      </ErrorState>
    </Section>
  );
}

function ArticleFailed() {
  const message = errorMessage(useRouteError(), 'Failed to load article');
  const title = /not found/i.test(message) ? 'Article Not Found' : 'Error';
  const revalidator = useRevalidator();
  return (
    <Section>
      <PageMeta title={title} />
      <ErrorState headingLevel={1} title={title} message={message} onRetry={() => void revalidator.revalidate()}>
        <LinkButton to="/articles">Back to All Articles</LinkButton>
      </ErrorState>
    </Section>
  );
}
