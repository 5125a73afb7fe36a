import { type LoaderFunctionArgs, type RouteObject, useLoaderData, useNavigate } from 'react-router';
import { committeePath } from '#features/committees/committee.ts';
import { listCommittees } from '#features/committees/committees.client.ts';
import { listMembers } from '#features/members/members.client.ts';
import { CommitteeGrid } from '#features/members/pages/committee-grid.tsx';
import { MemberDialog } from '#features/members/pages/member-dialog.tsx';
import { NoMembers } from '#features/members/pages/no-members.tsx';
import { PageMeta } from '#features/settings/pages/page-meta.tsx';
import { usePageSettings } from '#features/settings/pages/site-context.ts';
import type { SiteSettings } from '#features/settings/settings.ts';
import type { Api } from '#shared/calls/api-client.ts';
import { splitParagraphs } from '#shared/text.ts';
import { loaderApi, useApi } from '#ui/api-context.ts';
import { fromList, useCloseToList } from '#ui/dialogs/use-close-to-list.ts';
import { TextLink } from '#ui/forms/button.tsx';
import { languageAttributes } from '#ui/language-attributes.ts';
import { settleLoad, useLoaded } from '#ui/loaded.ts';
import { ErrorState } from '#ui/page/empty-and-error-states.tsx';
import { Section, SectionHeading } from '#ui/page/page-sections.tsx';
import { Spinner } from '#ui/page/spinner.tsx';
import { useSearchParams } from '#ui/router/use-search-params.ts';
import '#ui/theme/book-face.css';
import styles from './about.module.css';
import { HeroArt } from './home/hero-art.tsx';

export const aboutRoute = {
  loader: async ({ context, request }: LoaderFunctionArgs) => {
    const api = context.get(loaderApi);
    const members = await attemptMembers(api, request.signal);
    const years = await settleLoad(listCommittees(api, request.signal), '');
    const settings = await settleLoad(api.call<SiteSettings>('GET', '/settings'), '');
    const aboutText = settings.ok ? settings.data.aboutText : '';
    return { members, hasPast: years.ok && years.data.length > 0, aboutText };
  },
  shouldRevalidate: ({ currentUrl, nextUrl, defaultShouldRevalidate }) =>
    currentUrl.href === nextUrl.href && defaultShouldRevalidate,
  element: <AboutPage />,
} satisfies RouteObject;

function attemptMembers(api: Api, signal?: AbortSignal) {
  return settleLoad(
    listMembers(api, signal).then(({ items }) => items),
    'Failed to load members',
  );
}

function AboutPage() {
  const api = useApi();
  const { members: first, hasPast, aboutText } = useLoaderData<typeof aboutRoute.loader>();
  const { loaded, isLoading, retry } = useLoaded(first, () => attemptMembers(api));
  const { societyName } = usePageSettings();
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const close = useCloseToList('/about');
  const members = loaded.ok ? loaded.data : [];
  const selected = members.find((member) => String(member.id) === params.get('member'));
  const texts = splitParagraphs(aboutText);

  return (
    <>
      <PageMeta title="About" description={texts[0]} path="/about" />
      {selected && <MemberDialog key={selected.id} member={selected} onClose={close} closeHref="/about" />}
      <Section>
        <div className={styles.columns}>
          <div className={styles.words}>
            <p className={`eyebrow ${styles.eyebrow}`} dir="auto">
              {societyName}
            </p>
            <h1>About</h1>
            {texts.map((text, index) => (
              <p key={index} className={index === 0 ? styles.lead : undefined} {...languageAttributes(text)}>
                {text}
              </p>
            ))}
          </div>
          <div className={styles.art}>
            <HeroArt />
          </div>
        </div>
      </Section>
      <div className={styles.band}>
        <Section>
          <SectionHeading title="Meet Our Committee">
            {hasPast && <TextLink to={committeePath}>Past committees</TextLink>}
          </SectionHeading>
          {isLoading ? (
            <Spinner />
          ) : !loaded.ok ? (
            <ErrorState message={loaded.message} onRetry={retry} />
          ) : members.length === 0 ? (
            <NoMembers title="No committee members available." />
          ) : (
            <CommitteeGrid members={members} onSelect={(member) => void navigate(`?member=${member.id}`, fromList)} />
          )}
        </Section>
      </div>
    </>
  );
}
