import { type LoaderFunctionArgs, type RouteObject, redirect, useLoaderData } from 'react-router';
import { getCommittee, listCommittees } from '#features/committees/committees.client.ts';
import { PastCommittee } from '#features/committees/pages/past-committee.tsx';
import { ApiError } from '#shared/calls/api-error.ts';
import { loaderApi } from '#ui/api.ts';
import { PageFailed } from './page.route.tsx';

export const pastCommitteeRoute = {
  loader: async ({ context, params, request: { signal } }: LoaderFunctionArgs) => {
    const { label = '' } = params;
    // That call is for administrators alone.
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
  return <PastCommittee {...useLoaderData<typeof pastCommitteeRoute.loader>()} />;
}
