import { type LoaderFunctionArgs, type RouteObject, useLoaderData, useNavigate } from 'react-router';
import { ArticleCard, articleCardFields, type ShownArticle } from '#features/articles/article-card.tsx';
import { listArticles } from '#features/articles/articles.client.ts';
import { eventMessages } from '#features/events/event.ts';
import { EventCard } from '#features/events/event-card.tsx';
import { listEvents } from '#features/events/events.client.ts';
import { listMembers } from '#features/members/members.client.ts';
import { memberFields } from '#features/members/public-member-fields.ts';
import { NewsletterForm } from '#features/newsletter/subscribers/pages/newsletter-form.tsx';
import { PageMeta } from '#features/settings/pages/page-meta.tsx';
import { newsletterPlace, usePageSettings, useSiteUrl } from '#features/settings/pages/site-context.ts';
import type { PageSettings } from '#features/settings/settings.ts';
import type { Api } from '#shared/calls/api-client.ts';
import { pickFields } from '#shared/pick-fields.ts';
import { loaderApi, useApi } from '#ui/api-context.ts';
import { LinkButton, TextLink } from '#ui/forms/button.tsx';
import { type Loaded, settleLoad, useLoaded } from '#ui/loaded.ts';
import { EmptyBlock, ErrorState } from '#ui/page/empty-and-error-states.tsx';
import { CardGrid, Section, SectionHeading } from '#ui/page/page-sections.tsx';
import { Spinner } from '#ui/page/spinner.tsx';
import { type DataNode, StructuredData } from '#ui/page/structured-data.tsx';
import styles from './home-articles.module.css';
import { HomeCommittee } from './home-committee.tsx';
import { HomeHero, HomePromo } from './home-hero.tsx';
import { type HomeEvent, homeEventFields, NextEvent } from './next-event.tsx';
import { openEntryViaList } from './open-entry-via-list.ts';

/** `isFirstToCome`: there has never been an event. */
type ShownEvents = { items: HomeEvent[]; isFirstToCome: boolean };

/** `isFeatured` chooses the large one. */
type HomeArticle = ShownArticle & { isFeatured: boolean };
type HomeArticlesProps = { first: Loaded<HomeArticle[]>; load: () => Promise<Loaded<HomeArticle[]>> };

export const homeRoute = {
  loader: ({ context }: LoaderFunctionArgs) => loadHome(homeBlocks(context.get(loaderApi))),
  // Opening or closing a member's dialog loads nothing.
  shouldRevalidate: ({ currentUrl, nextUrl, defaultShouldRevalidate }) =>
    currentUrl.href === nextUrl.href && defaultShouldRevalidate,
  element: <HomePage />,
} satisfies RouteObject;

type HomeBlocks = ReturnType<typeof homeBlocks>;

/** Each block can fail and be refetched independently. */
function homeBlocks(api: Api) {
  return {
    members: () =>
      settleLoad(
        listMembers(api).then(({ items }) => pickFields(items, memberFields)),
        'Failed to load members',
      ),
    events: () => settleLoad(nextEvents(api), eventMessages.upcomingFailed),
    articles: () =>
      settleLoad(
        listArticles(api, { limit: 3 }).then(({ items }) => pickFields(items, [...articleCardFields, 'isFeatured'])),
        'Failed to load articles',
      ),
  };
}

async function nextEvents(api: Api): Promise<ShownEvents> {
  const { items } = await listEvents(api, 'upcoming', { limit: 3 });
  return {
    items: pickFields(items, homeEventFields),
    isFirstToCome: items.length === 0 && (await listEvents(api, 'all', { limit: 1 })).total === 0,
  };
}

async function loadHome(blocks: HomeBlocks) {
  const [members, events, articles] = await Promise.all([blocks.members(), blocks.events(), blocks.articles()]);
  return { members, events, articles };
}

function HomePage() {
  const blocks = homeBlocks(useApi());
  const { members, events, articles } = useLoaderData<typeof loadHome>();
  const settings = usePageSettings();
  const siteUrl = useSiteUrl();
  // Below few of them the same event is in view as a card.
  const hasManyMembers = settings.homeVariant === 'grid' && members.ok && members.data.length > 4;
  return (
    <>
      <PageMeta title={settings.societyName} description={settings.heroSubtitle} path="/" />
      <StructuredData nodes={homeNodes(settings, siteUrl)} />
      <HomeHero />
      {hasManyMembers && <NextEvent events={events.ok ? events.data.items : []} />}
      <HomeCommittee first={members} load={blocks.members} />
      <HomeEvents first={events} load={blocks.events} />
      <HomePromo />
      <HomeArticles first={articles} load={blocks.articles} />
      <NewsletterForm />
    </>
  );
}

/** The site's name and its society, for search engines. */
function homeNodes({ societyName, shortName, heroSubtitle, socialLinks }: PageSettings, siteUrl: string): DataNode[] {
  const names = { name: societyName, ...(shortName !== societyName && { alternateName: shortName }) };
  return [
    {
      '@type': 'WebSite',
      '@id': `${siteUrl}/#site`,
      ...names,
      url: `${siteUrl}/`,
      description: heroSubtitle,
      inLanguage: 'en',
      publisher: { '@id': `${siteUrl}/#society` },
    },
    {
      '@type': 'Organization',
      '@id': `${siteUrl}/#society`,
      ...names,
      url: `${siteUrl}/`,
      logo: `${siteUrl}/icon-512.png`,
      description: heroSubtitle,
      ...(socialLinks.length > 0 && { sameAs: socialLinks.map(({ url }) => url) }),
    },
  ];
}

function HomeArticles({ first, load }: HomeArticlesProps) {
  const { loaded, isLoading, retry } = useLoaded(first, load);
  const hasArticles = loaded.ok && loaded.data.length > 0;
  const lead = loaded.ok ? (loaded.data.find(({ isFeatured }) => isFeatured) ?? loaded.data[0]) : undefined;
  return (
    <Section>
      <SectionHeading title="Latest Articles">
        {hasArticles && <TextLink to="/articles">View All Articles</TextLink>}
      </SectionHeading>
      {isLoading ? (
        <Spinner />
      ) : !loaded.ok ? (
        <ErrorState message={loaded.message} onRetry={retry} />
      ) : hasArticles ? (
        <div className={styles.articles}>
          <CardGrid>
            {loaded.data.map((article) => (
              <li key={article.id} data-lead={article === lead || undefined}>
                <ArticleCard article={article} look={article === lead ? 'lead' : 'side'} />
              </li>
            ))}
          </CardGrid>
        </div>
      ) : (
        <EmptyBlock title="No articles available">
          <LinkButton to={newsletterPlace.address}>Get the first one by email</LinkButton>
          <LinkButton variant="quiet" to="/articles">
            View All Articles
          </LinkButton>
        </EmptyBlock>
      )}
    </Section>
  );
}

function HomeEvents({ first, load }: { first: Loaded<ShownEvents>; load: () => Promise<Loaded<ShownEvents>> }) {
  const { loaded, isLoading, retry } = useLoaded(first, load);
  const navigate = useNavigate();
  const hasEvents = loaded.ok && loaded.data.items.length > 0;
  return (
    <Section>
      <SectionHeading title="Upcoming Events">
        {hasEvents && <TextLink to="/events">View All Events</TextLink>}
      </SectionHeading>
      {isLoading ? (
        <Spinner />
      ) : !loaded.ok ? (
        <ErrorState message={loaded.message} onRetry={retry} />
      ) : hasEvents ? (
        <CardGrid>
          {loaded.data.items.map((event) => (
            <li key={event.id}>
              <EventCard
                event={event}
                to={`/events/${event.id}`}
                onSelect={() => void openEntryViaList(navigate, '/events', `/events/${event.id}`)}
              />
            </li>
          ))}
        </CardGrid>
      ) : (
        <EmptyBlock title="No upcoming events scheduled">
          <LinkButton to={newsletterPlace.address}>
            Be told when the {loaded.data.isFirstToCome ? 'first' : 'next'} event is announced
          </LinkButton>
          <LinkButton variant="quiet" to="/events">
            View All Events
          </LinkButton>
        </EmptyBlock>
      )}
    </Section>
  );
}
