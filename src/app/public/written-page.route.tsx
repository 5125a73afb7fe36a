import {
  type LoaderFunctionArgs,
  type RouteObject,
  redirect,
  useLoaderData,
  useRevalidator,
  useRouteError,
} from 'react-router';
import type { Page } from '#features/pages/page.schema.ts';
import { PageView } from '#features/pages/pages/page-view.tsx';
import { getPage } from '#features/pages/pages.client.ts';
import { PageMeta } from '#features/settings/pages/page-meta.tsx';
import { ApiError, errorMessage } from '#shared/calls/api-error.ts';
import { loaderApi } from '#ui/api-context.ts';
import { ErrorState } from '#ui/page/empty-and-error-states.tsx';
import { Section } from '#ui/page/page-sections.tsx';
import { NotFoundPage } from './not-found.route.tsx';

export const writtenPageRoute = {
  loader: async ({ context, params, request }: LoaderFunctionArgs) => {
    const { address = '' } = params;
    // That call lists drafts, only for administrators.
    if (address === 'admin') throw new ApiError(404, { message: 'Page not found', code: 'not_found' });
    const page = await getPage(context.get(loaderApi), address, request.signal);
    // Requested by an earlier address of the page, or in another spelling.
    if (page.address !== address) throw redirect(page.path, 301);
    return page;
  },
  element: <WrittenPage />,
  errorElement: <PageFailed message="Failed to load page" />,
} satisfies RouteObject;

function WrittenPage() {
  const page = useLoaderData<Page>();
  return <PageView key={page.id} page={page} />;
}

export function PageFailed({ message }: { message: string }) {
  const error = useRouteError();
  const revalidator = useRevalidator();
  if ((error as { status?: unknown } | null)?.status === 404) return <NotFoundPage />;
  return (
    <Section>
      <PageMeta title="Error" />
      <ErrorState
        headingLevel={1}
        title="Error"
        message={errorMessage(error, message)}
        onRetry={() => void revalidator.revalidate()}
      />
    </Section>
  );
}
