import { type LoaderFunctionArgs, type RouteObject, useLoaderData, useRouteError } from 'react-router';
import body from '#features/articles/pages/article-body.module.css';
import { titleLanguage } from '#features/newsletter/content/digests/digest.ts';
import { MessagePage } from '#features/settings/pages/message-page.tsx';
import { PageMeta } from '#features/settings/pages/page-meta.tsx';
import { usePageSettings } from '#features/settings/pages/site-context.ts';
import { errorMessage } from '#shared/calls/api-error.ts';
import { idOr404 } from '#shared/calls/id-or-404.ts';
import { longDate } from '#shared/dates.ts';
import { loaderApi } from '#ui/api-context.ts';
import { LinkButton, TextLink } from '#ui/forms/button.tsx';
import { languageAttributes } from '#ui/language-attributes.ts';
import { ErrorState } from '#ui/page/empty-and-error-states.tsx';
import { Section } from '#ui/page/page-sections.tsx';
import type { ArchivedIssue } from '../archive.schema.ts';
import styles from './newsletters.module.css';

export const newsletterRoute = {
  loader({ context, params, request }: LoaderFunctionArgs) {
    const path = `/newsletter/archive/${idOr404(params.id, request)}`;
    return context.get(loaderApi).call<ArchivedIssue>('GET', path, undefined, request.signal);
  },
  element: <NewsletterPage />,
  errorElement: <NewsletterFailed />,
} satisfies RouteObject;

/** A newsletter about an article has the article's words, so search engines are sent there. */
function NewsletterPage() {
  const { id, subject, sentAt, html, articleId } = useLoaderData<ArchivedIssue>();
  const { timeZone } = usePageSettings();
  return (
    <Section>
      <PageMeta title={subject} path={articleId === null ? `/newsletters/${id}` : `/articles/${articleId}`} />
      <article className={styles.page}>
        <p className={`muted ${styles.facts}`}>
          Newsletter of <time dateTime={sentAt}>{longDate(sentAt, timeZone)}</time>
        </p>
        {!html.includes('<h1') && <h1 {...languageAttributes(subject, titleLanguage(subject))}>{subject}</h1>}
        {/* Sanitised by the server. */}
        <div className={body.content} dangerouslySetInnerHTML={{ __html: html }} />
        <p className={styles.end}>
          <TextLink to="/newsletters">All newsletters</TextLink>
        </p>
      </article>
    </Section>
  );
}

function NewsletterFailed() {
  const error = useRouteError();
  const isMissing = (error as { status?: unknown } | null)?.status === 404;
  return (
    <Section>
      <PageMeta title="Newsletter" />
      {isMissing ? (
        <MessagePage title="Newsletter Not Found" icon="search">
          <p>This newsletter is not on the site.</p>
          <LinkButton to="/newsletters">All newsletters</LinkButton>
        </MessagePage>
      ) : (
        <ErrorState headingLevel={1} title="Error" message={errorMessage(error, 'Failed to load newsletter')}>
          <LinkButton to="/newsletters">All newsletters</LinkButton>
        </ErrorState>
      )}
    </Section>
  );
}
