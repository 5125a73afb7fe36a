import { type LoaderFunctionArgs, type RouteObject, useLoaderData, useRevalidator, useRouteError } from 'react-router';
import { PageMeta } from '#features/settings/pages/page-meta.tsx';
import { loaderApi } from '#ui/api.ts';
import { LinkButton } from '#ui/forms/button.tsx';
import { errorMessage } from '#ui/loaded.ts';
import { Section } from '#ui/page/layout.tsx';
import { ErrorState } from '#ui/page/states.tsx';
import type { Article } from '../article.schema.ts';
import { getArticle } from '../articles.client.ts';
import { ArticleView } from './article-view.tsx';

export const articleRoute = {
  loader: ({ context, params, request }: LoaderFunctionArgs) =>
    getArticle(context.get(loaderApi), params.id ?? '', request.signal),
  element: <ArticlePage />,
  errorElement: <ArticleFailed />,
} satisfies RouteObject;

function ArticlePage() {
  const article = useLoaderData<Article | null>();
  return article ? <ArticleView article={article} /> : <ArticleMissing />;
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
