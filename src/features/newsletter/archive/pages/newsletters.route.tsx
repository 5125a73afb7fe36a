import { type LoaderFunctionArgs, type RouteObject, useLoaderData } from 'react-router';
import { titleLanguage } from '#features/newsletter/content/digests/digest.ts';
import { Drawing } from '#features/settings/pages/message-page.tsx';
import { PageMeta } from '#features/settings/pages/page-meta.tsx';
import { newsletterPlace, usePageSettings } from '#features/settings/pages/site-context.ts';
import type { Api } from '#shared/calls/api-client.ts';
import { longDate } from '#shared/dates.ts';
import { loaderApi, useApi } from '#ui/api-context.ts';
import { LinkButton } from '#ui/forms/button.tsx';
import { languageAttributes } from '#ui/language-attributes.ts';
import { type Loaded, settleLoad, useLoaded } from '#ui/loaded.ts';
import { ErrorState } from '#ui/page/empty-and-error-states.tsx';
import notice from '#ui/page/notice.module.css';
import { Section } from '#ui/page/page-sections.tsx';
import { Picture } from '#ui/page/picture.tsx';
import { Link } from '#ui/router-link.tsx';
import type { ArchivedLink } from '../archive.schema.ts';
import styles from './newsletters.module.css';

const load = (api: Api, signal?: AbortSignal) =>
  settleLoad(api.call<ArchivedLink[]>('GET', '/newsletter/archive', undefined, signal), 'Failed to load newsletters');

export const newslettersRoute = {
  loader: ({ context, request }: LoaderFunctionArgs) => load(context.get(loaderApi), request.signal),
  element: <NewslettersPage />,
} satisfies RouteObject;

function NewslettersPage() {
  const api = useApi();
  const { timeZone } = usePageSettings();
  const first = useLoaderData<Loaded<ArchivedLink[]>>();
  const { loaded, retry } = useLoaded(first, () => load(api));
  return (
    <Section>
      <PageMeta title="Newsletters" path="/newsletters" />
      <h1 className={styles.title}>Newsletters</h1>
      {!loaded.ok ? (
        <ErrorState
          headingLevel={2}
          title="Something went wrong"
          message={loaded.message}
          onRetry={() => void retry()}
        />
      ) : loaded.data.length === 0 ? (
        <div className={notice.notice}>
          <Drawing icon="mail" />
          <h2>No newsletters here now</h2>
          <p>The next one that we send appears here.</p>
          <LinkButton to={newsletterPlace.address}>Subscribe</LinkButton>
        </div>
      ) : (
        <>
          {byMonth(loaded.data, timeZone).map(([month, newsletters]) => (
            <section key={month} className={styles.month}>
              <h2>{month}</h2>
              <ul className="full">
                {newsletters.map((newsletter) => (
                  <li key={newsletter.id}>
                    <NewsletterRow newsletter={newsletter} />
                  </li>
                ))}
              </ul>
            </section>
          ))}
          <LinkButton to={newsletterPlace.address}>Subscribe</LinkButton>
        </>
      )}
    </Section>
  );
}

function NewsletterRow({ newsletter }: { newsletter: ArchivedLink }) {
  const { timeZone, defaultArticleImage } = usePageSettings();
  const { id, subject, sentAt, excerpt } = newsletter;
  return (
    <article className={styles.row}>
      <Picture picture={newsletter} fallback={defaultArticleImage} sizes="(min-width: 40rem) 12rem, 5.5rem" />
      <div>
        <time className="tiny" dateTime={sentAt}>
          {longDate(sentAt, timeZone)}
        </time>
        <h3 {...languageAttributes(subject, titleLanguage(subject))}>
          <Link className="covers" to={`/newsletters/${id}`}>
            {subject}
          </Link>
        </h3>
        {excerpt && (
          <p className="clamp muted" {...languageAttributes(excerpt)}>
            {excerpt}
          </p>
        )}
      </div>
    </article>
  );
}

/** In the order of the list. */
function byMonth(newsletters: ArchivedLink[], timeZone: string): [month: string, ArchivedLink[]][] {
  const monthOf = ({ sentAt }: ArchivedLink) => longDate(sentAt, timeZone).replace(/ \d+,/, '');
  const months = [...new Set(newsletters.map(monthOf))];
  return months.map((month) => [month, newsletters.filter((one) => monthOf(one) === month)]);
}
