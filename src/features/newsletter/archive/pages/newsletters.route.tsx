import { type LoaderFunctionArgs, type RouteObject, useLoaderData } from 'react-router';
import { PageMeta } from '#features/settings/pages/page-meta.tsx';
import { newsletterPlace, usePageSettings } from '#features/settings/pages/site-context.ts';
import { longDate } from '#shared/dates.ts';
import { loaderApi, useApi } from '#ui/api-context.ts';
import { LinkButton } from '#ui/forms/button.tsx';
import { languageAttributes } from '#ui/language-attributes.ts';
import { type Loaded, settleLoad, useLoaded } from '#ui/loaded.ts';
import { EmptyState, ErrorState } from '#ui/page/empty-and-error-states.tsx';
import { Section } from '#ui/page/page-sections.tsx';
import { Link } from '#ui/router-link.tsx';
import { listNewsletters } from '../archive.client.ts';
import type { ArchivedLink } from '../archive.schema.ts';
import styles from './newsletters.module.css';

const failure = 'Failed to load newsletters';

export const newslettersRoute = {
  loader: ({ context, request }: LoaderFunctionArgs) =>
    settleLoad(listNewsletters(context.get(loaderApi), request.signal), failure),
  element: <NewslettersPage />,
} satisfies RouteObject;

function NewslettersPage() {
  const api = useApi();
  const { timeZone } = usePageSettings();
  const first = useLoaderData<Loaded<ArchivedLink[]>>();
  const { loaded, retry } = useLoaded(first, () => settleLoad(listNewsletters(api), failure));
  return (
    <Section>
      <PageMeta title="Newsletters" path="/newsletters" />
      <h1 className={styles.title}>Newsletters</h1>
      {!loaded.ok ? (
        <ErrorState title="Something went wrong" message={loaded.message} onRetry={() => void retry()} />
      ) : loaded.data.length === 0 ? (
        <EmptyState title="No newsletters yet" message="Newsletters appear here once they are sent.">
          <LinkButton to={newsletterPlace.address}>Subscribe</LinkButton>
        </EmptyState>
      ) : (
        <>
          <ul className={styles.list}>
            {loaded.data.map(({ id, subject, sentAt }) => (
              <li key={id}>
                <Link to={`/newsletters/${id}`} {...languageAttributes(subject)}>
                  {subject}
                </Link>
                <time dateTime={sentAt}>{longDate(sentAt, timeZone)}</time>
              </li>
            ))}
          </ul>
          <LinkButton to={newsletterPlace.address}>Subscribe</LinkButton>
        </>
      )}
    </Section>
  );
}
