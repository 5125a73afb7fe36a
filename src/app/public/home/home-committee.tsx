import { lazy, Suspense, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { CommitteeGrid } from '#features/members/pages/committee-grid.tsx';
import { MemberSpotlight } from '#features/members/pages/member-spotlight.tsx';
import { NoMembers } from '#features/members/pages/no-members.tsx';
import type { ShownMember } from '#features/members/public-member-fields.ts';
import { usePageSettings } from '#features/settings/pages/site-context.ts';
import { fromList, useCloseToList } from '#ui/dialogs/use-close-to-list.ts';
import { TextLink } from '#ui/forms/button.tsx';
import { type Loaded, useLoaded } from '#ui/loaded.ts';
import { ErrorState } from '#ui/page/empty-and-error-states.tsx';
import { Section, SectionHeading } from '#ui/page/page-sections.tsx';
import { Spinner } from '#ui/page/spinner.tsx';
import { useSearchParams } from '#ui/router/use-search-params.ts';
import styles from './home-committee.module.css';
import { committeeId } from './home-hero.tsx';
import { openEntryViaList } from './open-entry-via-list.ts';

// Loaded when a dialog opens, not with the page.
const MemberDialog = lazy(async () => ({
  default: (await import('#features/members/pages/member-dialog.tsx').catch(openOnAboutPage)).MemberDialog,
}));

/** After an update of the site its old files no longer exist. The page from the server has the dialog in it. */
function openOnAboutPage(): Promise<never> {
  location.assign(`/about${location.search}`);
  return new Promise(() => {});
}

type HomeCommitteeProps = { first: Loaded<ShownMember[]>; load: () => Promise<Loaded<ShownMember[]>> };

/** Two readings of the spec (D1): a grid with a modal in place, or one member at a time. */
export function HomeCommittee({ first, load }: HomeCommitteeProps) {
  const { loaded, isLoading, retry } = useLoaded(first, load);
  const navigate = useNavigate();
  const isGrid = usePageSettings().homeVariant === 'grid';
  return (
    <div className={styles.band}>
      <Section>
        <SectionHeading
          id={committeeId}
          eyebrow="The people behind it"
          title={isGrid ? 'Meet Our Team' : 'Meet Our Committee'}
        >
          <TextLink to="/about">About the society</TextLink>
        </SectionHeading>
        {isLoading ? (
          <Spinner />
        ) : !loaded.ok ? (
          <ErrorState message={loaded.message} onRetry={retry} />
        ) : loaded.data.length === 0 ? (
          <NoMembers title={isGrid ? 'No committee members available.' : 'No Committee Members found'} />
        ) : isGrid ? (
          <GridWithDialog members={loaded.data} />
        ) : (
          <MemberSpotlight
            members={loaded.data}
            onSelect={(member) => void openEntryViaList(navigate, '/about', `/about?member=${member.id}`)}
          />
        )}
      </Section>
    </div>
  );
}

/** More would keep visitors from what comes below them. */
const mostPortraits = 8;

/** The URL holds the open member, so that Back closes the dialog. */
function GridWithDialog({ members }: { members: ShownMember[] }) {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const close = useCloseToList('/');
  // The server's page ignores the query, so the first render in the browser must too.
  const [isTakenOver, setTakenOver] = useState(false);
  useEffect(() => setTakenOver(true), []);
  const selected = isTakenOver && members.find(({ id }) => `${id}` === params.get('member'));
  return (
    <>
      <CommitteeGrid
        members={members}
        onSelect={({ id }) => void navigate(`?member=${id}`, fromList)}
        isOfRows={members.length > mostPortraits}
      />
      <Suspense>
        {selected && <MemberDialog key={selected.id} member={selected} onClose={close} closeHref="/" />}
      </Suspense>
    </>
  );
}
