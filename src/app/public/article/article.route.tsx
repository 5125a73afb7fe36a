import { type LoaderFunctionArgs, type RouteObject, useLoaderData, useRevalidator, useRouteError } from 'react-router';
import type { Article, ArticleCard } from '#features/articles/article.schema.ts';
import { getArticle, listArticles } from '#features/articles/articles.client.ts';
import { ArticleView } from '#features/articles/pages/article-view.tsx';
import { ShareButtons } from '#features/articles/pages/share-buttons.tsx';
import { SubscribeField } from '#features/newsletter/subscribers/pages/subscribe-field.tsx';
import { PageMeta } from '#features/settings/pages/page-meta.tsx';
import { usePageSettings } from '#features/settings/pages/site-context.ts';
import type { Api } from '#shared/calls/api-client.ts';
import { errorMessage } from '#shared/calls/api-error.ts';
import { idOr404 } from '#shared/calls/id-or-404.ts';
import { loaderApi } from '#ui/api-context.ts';
import { LinkButton } from '#ui/forms/button.tsx';
import { languageAttributes } from '#ui/language-attributes.ts';
import { ErrorState } from '#ui/page/empty-and-error-states.tsx';
import { Section } from '#ui/page/page-sections.tsx';
import { Picture } from '#ui/page/picture.tsx';
import { Link } from '#ui/router-link.tsx';
import styles from './article-end.module.css';

/** Administrators' previews look the same: they come in the same file. */
export { previewRoute } from '#features/articles/pages/preview.route.tsx';

export const articleRoute = {
  loader: ({ context, params, request }: LoaderFunctionArgs) =>
    loadArticle(context.get(loaderApi), idOr404(params.id, request), request.signal),
  // Jumping to another chapter of the same article loads nothing.
  shouldRevalidate: ({ currentUrl, nextUrl, defaultShouldRevalidate }) =>
    currentUrl.hash === nextUrl.hash && defaultShouldRevalidate,
  element: <ArticlePage />,
  errorElement: <ArticleFailed />,
} satisfies RouteObject;

type ArticleLoaded = { article: Article | null; next: ArticleCard | null };

/** The article stays readable when the next one cannot be loaded. */
async function loadArticle(api: Api, id: string, signal: AbortSignal): Promise<ArticleLoaded> {
  const [article, next] = await Promise.all([
    getArticle(api, id, signal),
    findNextArticle(api, id, signal).catch(() => null),
  ]);
  return { article, next };
}

function ArticlePage() {
  const { article, next } = useLoaderData<ArticleLoaded>();
  if (!article) return <ArticleMissing />;
  return (
    <ArticleView key={article.id} article={article}>
      <div className={styles.end}>
        <ShareButtons id={article.id} title={article.title} />
        {next && <NextArticle article={next} />}
        <section className={styles.subscribe} data-screen-only aria-labelledby="subscribe">
          <h2 id="subscribe" className={styles.title}>
            Get new articles by email
          </h2>
          <p className={`muted ${styles.hint}`}>In your inbox the day they are published.</p>
          <SubscribeField />
        </section>
      </div>
    </ArticleView>
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

/** The next older article, after the oldest the newest. Null when there is no other. */
async function findNextArticle(api: Api, id: string, signal?: AbortSignal): Promise<ArticleCard | null> {
  const older = await api.list<ArticleCard>(`/articles?limit=1&after=${encodeURIComponent(id)}`, signal);
  const [next] = older.items.length > 0 ? older.items : (await listArticles(api, { limit: 1 }, signal)).items;
  return next && String(next.id) !== id ? next : null;
}

function NextArticle({ article }: { article: ArticleCard }) {
  const { defaultArticleImage } = usePageSettings();
  return (
    <nav className={styles.nextRow} aria-label="Next article">
      <Link className={styles.next} to={`/articles/${article.id}`} viewTransition>
        <Picture picture={article} fallback={defaultArticleImage} sizes="(min-width: 40rem) 11rem, 7rem" />
        <span className={styles.words}>
          <span className="eyebrow">Next article</span>
          <span className={`clamp ${styles.nextTitle}`} {...languageAttributes(article.title)}>
            {article.title}
          </span>
        </span>
      </Link>
    </nav>
  );
}
