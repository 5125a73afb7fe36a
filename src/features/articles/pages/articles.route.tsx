import { type LoaderFunctionArgs, type RouteObject, useLoaderData } from 'react-router';
import { PageMeta } from '#features/settings/pages/page-meta.tsx';
import type { Api } from '#shared/calls/api-client.ts';
import { loaderApi, useApi } from '#ui/api-context.ts';
import { LinkButton, TextLink } from '#ui/forms/button.tsx';
import tools from '#ui/lists/list-tools.module.css';
import { loadListAndMatches, pageSize, type Searched, shouldRevalidateList } from '#ui/lists/show-more.ts';
import { type Loaded, settleLoad, useLoaded } from '#ui/loaded.ts';
import { ErrorState } from '#ui/page/empty-and-error-states.tsx';
import { Section } from '#ui/page/page-sections.tsx';
import { Spinner } from '#ui/page/spinner.tsx';
import { Icon } from '#ui/theme/icon.tsx';
import type { ArticleCard } from '../article.schema.ts';
import { listArticles } from '../articles.client.ts';
import styles from './articles.module.css';
import { ArticlesSearch } from './articles-search.tsx';

const failure = 'Failed to load articles';

export const articlesRoute = {
  loader: ({ context, request }: LoaderFunctionArgs) =>
    loadArticles(context.get(loaderApi), new URL(request.url).searchParams, request.signal),
  shouldRevalidate: shouldRevalidateList,
  element: <ArticlesPage />,
} satisfies RouteObject;

export type ArticlesLoaded = Searched<ArticleCard>;

function loadArticles(api: Api, params: URLSearchParams, signal?: AbortSignal): Promise<Loaded<ArticlesLoaded>> {
  return settleLoad(
    loadListAndMatches((options) => listArticles(api, options, signal), params),
    failure,
  );
}

function ArticlesPage() {
  const api = useApi();
  const { loaded, isLoading, retry } = useLoaded(useLoaderData<Loaded<ArticlesLoaded>>(), () =>
    loadArticles(api, new URLSearchParams(location.search)),
  );
  return (
    <Section>
      <PageMeta title="Our Articles" path="/articles" />
      <h1 className={styles.title}>Our Articles</h1>
      {isLoading ? (
        <Spinner />
      ) : !loaded.ok ? (
        <ErrorState headingLevel={2} title="Something went wrong" message={loaded.message} onRetry={retry}>
          <LinkButton to="/">Back to Home</LinkButton>
        </ErrorState>
      ) : (
        <>
          <ArticlesSearch
            loaded={loaded.data}
            failure={failure}
            load={(options, signal) => listArticles(api, { limit: pageSize, ...options }, signal)}
          />
          <p className={tools.more}>
            <TextLink to="/">
              <Icon name="arrow-left" />
              Back to Home
            </TextLink>
          </p>
        </>
      )}
    </Section>
  );
}
