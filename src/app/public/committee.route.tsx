import { type LoaderFunctionArgs, type RouteObject, useLoaderData } from 'react-router';
import { listCommittees } from '#features/committees/committees.client.ts';
import { CommitteePage } from '#features/committees/pages/committee-page.tsx';
import { listMembers } from '#features/members/members.client.ts';
import { NoMembers } from '#features/members/pages/no-members.tsx';
import { useSettings } from '#features/settings/pages/site-context.ts';
import { loaderApi } from '#ui/api.ts';
import { PageFailed } from './page.route.tsx';

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
  const { societyName } = useSettings();
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
