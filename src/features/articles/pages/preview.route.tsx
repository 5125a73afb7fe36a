import { type LoaderFunctionArgs, type RouteObject, useLoaderData, useRouteError } from 'react-router';
import { PageMeta } from '#features/settings/pages/page-meta.tsx';
import type { Api } from '#shared/calls/api-client.ts';
import { errorMessage } from '#shared/calls/api-error.ts';
import { idOr404 } from '#shared/calls/id-or-404.ts';
import { loaderApi } from '#ui/api-context.ts';
import { LinkButton } from '#ui/forms/button.tsx';
import { ErrorState } from '#ui/page/empty-and-error-states.tsx';
import { Section } from '#ui/page/page-sections.tsx';
import type { Article } from '../article.schema.ts';
import { ArticleView } from './article-view.tsx';
import styles from './preview.module.css';

export const previewRoute = {
  loader: ({ context, params, request }: LoaderFunctionArgs) =>
    loadPreview(context.get(loaderApi), params.id ?? '', request),
  element: <PreviewPage />,
  errorElement: <PreviewFailed />,
} satisfies RouteObject;

/** Redirects to the public page once the article is published. */
async function loadPreview(api: Api, id: string, request: Request): Promise<Article | Response> {
  const token = new URL(request.url).searchParams.get('token') ?? '';
  const address = `/articles/${idOr404(id, request)}/preview?${new URLSearchParams({ token })}`;
  const article = await api.call<Article>('GET', address, undefined, request.signal);
  if (!article.isPublished) return article;
  return new Response(null, { status: 302, headers: { location: `/articles/${article.id}` } });
}

function PreviewPage() {
  const article = useLoaderData<Article>();
  return (
    <>
      <p className={`notable ${styles.banner}`}>Preview – not published</p>
      <ArticleView article={article} isPreview />
    </>
  );
}

function PreviewFailed() {
  return (
    <Section>
      <PageMeta title="Preview Not Available" />
      <ErrorState
        headingLevel={1}
        title="Preview Not Available"
        message={errorMessage(useRouteError(), 'Failed to load article')}
      >
        <LinkButton to="/">Back to Home</LinkButton>
      </ErrorState>
    </Section>
  );
}
