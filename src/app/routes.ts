/** Every public page URL of the site on one page; the administrator's are in `admin/routes.tsx`. */
import type { RouteObject } from 'react-router';
import { siteRoute } from './public/site.route.tsx';

const writtenPage = async () => (await import('./public/written-page.route.tsx')).writtenPageRoute;

/** The code of a page comes with its first load, and later when someone points at its link. */
export const pageRoutes: RouteObject[] = [
  {
    ...siteRoute,
    children: [
      { path: '/', lazy: async () => (await import('./public/home/home.route.tsx')).homeRoute },
      { path: '/about', lazy: async () => (await import('./public/about.route.tsx')).aboutRoute },
      {
        path: '/events',
        lazy: async () => (await import('./public/event-pages.ts')).eventsRoute,
        children: [
          {
            path: ':eventId',
            lazy: async () => (await import('./public/event-pages.ts')).eventRoute,
          },
        ],
      },
      {
        path: '/articles',
        lazy: async () => (await import('#features/articles/pages/articles.route.tsx')).articlesRoute,
      },
      {
        path: '/articles/:id',
        lazy: async () => (await import('./public/article/article.route.tsx')).articleRoute,
      },
      {
        path: '/preview/:id',
        lazy: async () => (await import('./public/article/article.route.tsx')).previewRoute,
      },
      {
        path: '/subscribe',
        lazy: async () => (await import('#features/newsletter/subscribers/pages/subscribe.route.tsx')).subscribeRoute,
      },
      {
        path: '/newsletters',
        lazy: async () => (await import('#features/newsletter/archive/pages/newsletters.route.tsx')).newslettersRoute,
      },
      {
        path: '/newsletters/:id',
        lazy: async () => (await import('#features/newsletter/archive/pages/newsletter.route.tsx')).newsletterRoute,
      },
      {
        path: '/unsubscribe',
        lazy: async () =>
          (await import('#features/newsletter/subscribers/pages/unsubscribe.route.tsx')).unsubscribeRoute,
      },
      {
        path: '/subscription',
        lazy: async () =>
          (await import('#features/newsletter/subscribers/pages/subscription.route.tsx')).subscriptionRoute,
      },
      {
        path: '/verify',
        lazy: async () => (await import('#features/newsletter/subscribers/pages/verify.route.tsx')).verifyRoute,
      },
      {
        path: '/do-not-write',
        lazy: async () => (await import('./public/do-not-write.route.tsx')).doNotWriteRoute,
      },
      {
        path: '/signup',
        lazy: async () => (await import('#features/registrations/pages/signup.route.tsx')).signupRoute,
      },
      {
        path: '/committee',
        lazy: async () => (await import('./public/committee.route.tsx')).committeeRoute,
      },
      {
        path: '/committee/:label',
        lazy: async () => (await import('./public/committee.route.tsx')).pastCommitteeRoute,
      },
      { path: '/pages/:address', lazy: writtenPage },
      // Behind every other route: `pages/page.ts` has a list of the names that no page may take.
      { path: '/:address', lazy: writtenPage },
      { path: '*', lazy: async () => (await import('./public/not-found.route.tsx')).notFoundRoute },
    ],
  },
];
