import { type LoaderFunctionArgs, type RouteObject, redirect, useLoaderData } from 'react-router';
import { committeeMessages } from '#features/committees/committee.ts';
import { getCommittee, listCommittees } from '#features/committees/committees.client.ts';
import { CommitteePage } from '#features/committees/pages/committee-page.tsx';
import { listMembers } from '#features/members/members.client.ts';
import { NoMembers } from '#features/members/pages/no-members.tsx';
import { usePageSettings } from '#features/settings/pages/site-context.ts';
import { ApiError } from '#shared/calls/api-error.ts';
import { loaderApi } from '#ui/api-context.ts';
import { EmptyBlock } from '#ui/page/empty-and-error-states.tsx';
import { PageFailed } from './written-page.route.tsx';

/** The running year: today's members. */
export const committeeRoute = {
  loader: async ({ context, request: { signal } }: LoaderFunctionArgs) => {
    const api = context.get(loaderApi);
    const { items } = await listMembers(api, signal);
    return { members: items, years: await listCommittees(api, signal) };
  },
  element: <TodaysCommittee />,
  errorElement: <PageFailed message="Failed to load members" />,
} satisfies RouteObject;

function TodaysCommittee() {
  const { members, years } = useLoaderData<typeof committeeRoute.loader>();
  const { societyName } = usePageSettings();
  return (
    <CommitteePage
      title="Committee"
      description={`Who runs ${societyName} today.`}
      years={years}
      people={members.map((member) => ({ ...member, path: `/about?member=${member.id}` }))}
      empty={<NoMembers title="No committee members available." />}
    />
  );
}

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
      empty={<EmptyBlock title={committeeMessages.noPosts} />}
    />
  );
}
