import type { RouteObject } from 'react-router';
import { PageMeta } from '#features/settings/pages/page-meta.tsx';
import { ApiError } from '#shared/calls/api-error.ts';
import { LinkButton } from '#ui/forms/button.tsx';
import { Section } from '#ui/page/layout.tsx';
import { Logo } from '#ui/theme/logo.tsx';
import styles from './not-found.module.css';

export const notFoundRoute = {
  loader: () => {
    throw new ApiError(404, { message: 'Page not found', code: 'not_found' });
  },
  element: null,
  errorElement: <NotFoundPage />,
} satisfies RouteObject;

function NotFoundPage() {
  return (
    <Section>
      <PageMeta title="Page Not Found" />
      <div className={styles.page}>
        <Logo size={72} />
        <h1>Page Not Found</h1>
        <p>The page you're looking for doesn't exist or has moved.</p>
        <LinkButton to="/">Back to Home</LinkButton>
      </div>
    </Section>
  );
}
