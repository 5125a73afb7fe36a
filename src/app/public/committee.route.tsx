import { type LoaderFunctionArgs, type RouteObject, useLoaderData } from 'react-router';
import { committeePath } from '#features/committees/committee.ts';
import { listCommittees } from '#features/committees/committees.client.ts';
import { committeeNodes } from '#features/committees/pages/committee-data.ts';
import { CommitteePage } from '#features/committees/pages/committee-page.tsx';
import { PeopleGrid } from '#features/committees/pages/people-grid.tsx';
import { byPosition } from '#features/members/member.ts';
import { listMembers } from '#features/members/members.client.ts';
import { NoMembers } from '#features/members/pages/no-members.tsx';
import { PageMeta } from '#features/settings/pages/page-meta.tsx';
import { useSettings, useSiteUrl } from '#features/settings/pages/site.ts';
import { loaderApi } from '#ui/api.ts';
import { StructuredData } from '#ui/page/structured-data.tsx';
import { PageFailed } from './page.route.tsx';

/** The running year: today's members. */
export const committeeRoute = {
  loader: async ({ context, request: { signal } }: LoaderFunctionArgs) => {
    const api = context.get(loaderApi);
    const { items } = await listMembers(api, {}, signal);
    return { members: items.toSorted(byPosition), years: await listCommittees(api, signal) };
  },
  element: <TodaysCommittee />,
  errorElement: <PageFailed message="Failed to load members" />,
} satisfies RouteObject;

function TodaysCommittee() {
  const { members, years } = useLoaderData<typeof committeeRoute.loader>();
  const settings = useSettings();
  const siteUrl = useSiteUrl();
  const page = { title: 'Committee', path: committeePath, people: members };
  const people = members.map((member) => ({ ...member, path: `/about?member=${member.id}` }));
  return (
    <CommitteePage title={page.title} years={years}>
      <PageMeta title={page.title} path={page.path} description={`Who runs ${settings.societyName} today.`} />
      <StructuredData nodes={committeeNodes(settings, siteUrl, page)} />
      {members.length > 0 ? <PeopleGrid people={people} /> : <NoMembers title="No committee members available." />}
    </CommitteePage>
  );
}
