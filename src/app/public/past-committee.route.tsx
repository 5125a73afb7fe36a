import { type LoaderFunctionArgs, type RouteObject, redirect, useLoaderData } from 'react-router';
import { getCommittee, listCommittees } from '#features/committees/committees.client.ts';
import { CommitteePage } from '#features/committees/pages/committee-page.tsx';
import { ApiError } from '#shared/calls/api-error.ts';
import { loaderApi } from '#ui/api.ts';
import { EmptyBlock } from '#ui/page/empty-and-error-states.tsx';
import { PageFailed } from './page.route.tsx';

export const pastCommitteeRoute = {
  loader: async ({ context, params, request: { signal } }: LoaderFunctionArgs) => {
    const { label = '' } = params;
    // That call is only for administrators.
    if (label === 'admin') throw new ApiError(404, { message: 'Year not found', code: 'not_found' });
    const api = context.get(loaderApi);
    const year = await getCommittee(api, label, signal);
    if (year.label !== label) throw redirect(year.path, 301);
    return { year, years: await listCommittees(api, signal) };
  },
  element: <PastYear />,
  errorElement: <PageFailed message="Failed to load year" />,
} satisfies RouteObject;

function PastYear() {
  const { year, years } = useLoaderData<typeof pastCommitteeRoute.loader>();
  const names = year.posts.map(({ name, position }) => `${name} (${position})`).join(', ');
  return (
    <CommitteePage
      title={`Committee ${year.label}`}
      description={names.slice(0, 300)}
      year={year}
      years={years}
      people={year.posts}
      empty={<EmptyBlock title="No names are kept for this year." />}
    />
  );
}
