import { newsletterPlace } from '#features/settings/pages/site-context.ts';
import type { ListOptions, Page } from '#shared/calls/api-client.ts';
import { foundCountText } from '#shared/text.ts';
import { LinkButton } from '#ui/forms/button.tsx';
import { ClearSearch, ListEnd, ListTools } from '#ui/lists/list-tools.tsx';
import { useSearchParam } from '#ui/lists/use-search-param.ts';
import { useSearchedList } from '#ui/lists/use-searched-list.ts';
import { EmptyState } from '#ui/page/empty-and-error-states.tsx';
import { CardGrid } from '#ui/page/page-sections.tsx';
import { Spinner } from '#ui/page/spinner.tsx';
import { useSearchParams } from '#ui/router/use-search-params.ts';
import type { ArticleCard as Article } from '../article.schema.ts';
import { ArticleCard } from '../article-card.tsx';
import styles from './articles.module.css';
import type { ArticlesLoaded } from './articles.route.tsx';

type ArticlesSearchProps = {
  loaded: ArticlesLoaded;
  load: (options: ListOptions, signal?: AbortSignal) => Promise<Page<Article>>;
  failure: string;
};

/** The page matches titles at once; the server searches bodies; both show as one list (A7). */
export function ArticlesSearch({ loaded, load, failure }: ArticlesSearchProps) {
  const { text, term, setText } = useSearchParam();
  const isFirstPage = !useSearchParams()[0].has('cursor');
  const isLead = (index: number) => index === 0 && isFirstPage && term === '';
  const list = useSearchedList({ loaded, term, load, failure });

  return (
    <>
      <ListTools
        label="Search Articles"
        text={text}
        onType={setText}
        count={list.isCounted ? foundCountText(list.total, 'article', term) : ''}
      />
      <h2 className={styles.subtitle}>{term ? 'Search Results' : 'All Articles'}</h2>
      {!list.items ? (
        <Spinner />
      ) : list.items.length === 0 ? (
        !list.error && <NoArticles isSearching={term !== ''} onClear={() => setText('')} />
      ) : (
        <div className={styles.list}>
          <CardGrid>
            {list.items.map((article, index) => (
              <li key={article.id} data-lead={isLead(index) || undefined}>
                <ArticleCard
                  article={article}
                  isEager={index === 0 ? 'first' : index < 3}
                  look={isLead(index) ? 'lead' : 'card'}
                />
              </li>
            ))}
          </CardGrid>
        </div>
      )}
      <ListEnd
        list={list}
        headingLevel={3}
        hrefOf={(cursor) => `/articles?${new URLSearchParams({ ...(term && { search: term }), cursor })}`}
      />
    </>
  );
}

function NoArticles({ isSearching, onClear }: { isSearching: boolean; onClear: () => void }) {
  if (isSearching)
    return (
      <EmptyState title="No matching articles found" message="Try a different search term">
        <ClearSearch action="/articles" onClear={onClear} />
      </EmptyState>
    );
  return (
    <EmptyState title="No Articles Available" message="We haven't published any articles yet. Check back soon!">
      <LinkButton to={newsletterPlace.address}>Get the first one by email</LinkButton>
    </EmptyState>
  );
}
