import { ArticleCard, type ShownArticle } from '#features/articles/article-card.tsx';
import { newsletterPlace } from '#features/settings/pages/site-context.ts';
import { LinkButton, TextLink } from '#ui/forms/button.tsx';
import { type Loaded, useLoaded } from '#ui/loaded.ts';
import { EmptyBlock, ErrorState } from '#ui/page/empty-and-error-states.tsx';
import { CardGrid, Section, SectionHeading } from '#ui/page/page-sections.tsx';
import { Spinner } from '#ui/page/spinner.tsx';

import styles from './home-articles.module.css';

/** `isFeatured` chooses the large one. */
export type HomeArticle = ShownArticle & { isFeatured: boolean };
type HomeArticlesProps = { first: Loaded<HomeArticle[]>; load: () => Promise<Loaded<HomeArticle[]>> };

export function HomeArticles({ first, load }: HomeArticlesProps) {
  const { loaded, isLoading, retry } = useLoaded(first, load);
  const hasArticles = loaded.ok && loaded.data.length > 0;
  const lead = loaded.ok ? (loaded.data.find(({ isFeatured }) => isFeatured) ?? loaded.data[0]) : undefined;
  return (
    <Section>
      <SectionHeading title="Latest Articles">
        {hasArticles && <TextLink to="/articles">View All Articles</TextLink>}
      </SectionHeading>
      {isLoading ? (
        <Spinner />
      ) : !loaded.ok ? (
        <ErrorState message={loaded.message} onRetry={retry} />
      ) : hasArticles ? (
        <div className={styles.articles}>
          <CardGrid>
            {loaded.data.map((article) => (
              <li key={article.id} data-lead={article === lead || undefined}>
                <ArticleCard article={article} look={article === lead ? 'lead' : 'side'} />
              </li>
            ))}
          </CardGrid>
        </div>
      ) : (
        <EmptyBlock title="No articles available">
          <LinkButton to={newsletterPlace.address}>Get the first one by email</LinkButton>
          <LinkButton variant="quiet" to="/articles">
            View All Articles
          </LinkButton>
        </EmptyBlock>
      )}
    </Section>
  );
}
