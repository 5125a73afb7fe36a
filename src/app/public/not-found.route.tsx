import type { RouteObject } from 'react-router';
import { MessagePage } from '#features/settings/pages/message-page.tsx';
import { PageMeta } from '#features/settings/pages/page-meta.tsx';
import { ApiError } from '#shared/calls/api-error.ts';
import { LinkButton } from '#ui/forms/button.tsx';
import { Section } from '#ui/page/page-sections.tsx';

export const notFoundRoute = {
  loader: () => {
    throw new ApiError(404, { message: 'Page not found', code: 'not_found' });
  },
  element: null,
  errorElement: <NotFoundPage />,
} satisfies RouteObject;

export function NotFoundPage() {
  return (
    <Section>
      <PageMeta title="Page Not Found" />
      <MessagePage title="Page Not Found" icon="search">
        <p>The page you're looking for doesn't exist or has moved.</p>
        <LinkButton to="/">Back to Home</LinkButton>
      </MessagePage>
    </Section>
  );
}
