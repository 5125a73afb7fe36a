import { type LoaderFunctionArgs, type RouteObject, useLoaderData } from 'react-router';
import { articleCardFields } from '#features/articles/article-card.tsx';
import { listArticles } from '#features/articles/articles.client.ts';
import { eventMessages } from '#features/events/event.ts';
import { listEvents } from '#features/events/events.client.ts';
import { listMembers } from '#features/members/members.client.ts';
import { memberFields } from '#features/members/public-member-fields.ts';
import { NewsletterForm } from '#features/newsletter/subscribers/pages/newsletter-form.tsx';
import { PageMeta } from '#features/settings/pages/page-meta.tsx';
import { usePageSettings, useSiteUrl } from '#features/settings/pages/site-context.ts';
import type { PageSettings } from '#features/settings/settings.ts';
import type { Api } from '#shared/calls/api-client.ts';
import { pickFields } from '#shared/pick-fields.ts';
import { loaderApi, useApi } from '#ui/api-context.ts';
import { settleLoad } from '#ui/loaded.ts';
import { type DataNode, StructuredData } from '#ui/page/structured-data.tsx';
import { HomeArticles } from './home-articles.tsx';
import { HomeCommittee } from './home-committee.tsx';
import { HomeEvents, type ShownEvents } from './home-events.tsx';
import { HomeHero } from './home-hero.tsx';
import { HomePromo } from './home-promo.tsx';
import { homeEventFields, NextEvent } from './next-event.tsx';

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
  return (
    <>
      <PageMeta title={settings.societyName} description={settings.heroSubtitle} path="/" />
      <StructuredData nodes={homeNodes(settings, siteUrl)} />
      <HomeHero />
      <NextEvent events={events.ok ? events.data.items : []} />
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
