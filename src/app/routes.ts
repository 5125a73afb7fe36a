/** Every public page URL of the site on one page; the administrator's are in `admin/routes.tsx`. */
import type { RouteObject } from 'react-router';
import type { Api } from '#shared/api-client.ts';
import { homeRoute } from './public/home.route.tsx';
import { type PageOrigin, siteRoute } from './public/site.route.tsx';

/** Home comes with the first load; every other page is fetched when somebody heads for it. */
export function makeRoutes(api: Api, origin: PageOrigin = {}): RouteObject[] {
  return [
    {
      ...siteRoute(api, origin),
      children: [
        { path: '/', ...homeRoute(api) },
        { path: '/about', lazy: async () => (await import('./public/about.route.tsx')).aboutRoute(api) },
        {
          path: '/events',
          lazy: async () => (await import('#features/events/pages/events.route.tsx')).eventsRoute(api),
          children: [
            {
              path: ':eventId',
              lazy: async () => (await import('#features/events/pages/event.route.tsx')).eventRoute(api),
            },
          ],
        },
        {
          path: '/articles',
          lazy: async () => (await import('#features/articles/pages/articles.route.tsx')).articlesRoute(api),
        },
        {
          path: '/articles/:id',
          lazy: async () => (await import('#features/articles/pages/article.route.tsx')).articleRoute(api),
        },
        {
          path: '/preview/:id',
          lazy: async () => (await import('#features/articles/pages/preview.route.tsx')).previewRoute(api),
        },
        {
          path: '/unsubscribe',
          lazy: async () =>
            (await import('#features/newsletter/subscribers/pages/unsubscribe.route.tsx')).unsubscribeRoute(api),
        },
        {
          path: '/verify',
          lazy: async () => (await import('#features/newsletter/subscribers/pages/verify.route.tsx')).verifyRoute(api),
        },
        { path: '*', lazy: async () => (await import('./public/not-found.route.tsx')).notFoundRoute() },
      ],
    },
  ];
}
