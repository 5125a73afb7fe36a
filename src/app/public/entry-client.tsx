import '#ui/look.ts';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, type RouteObject } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { makeRoutes } from '#app/routes.ts';
import { createApi } from '#shared/api-client.ts';
import type { Theme } from '#ui/theme.ts';
import { Document } from './document.tsx';
import { unpackHydration } from './hydration.ts';
import { fetchPagesAhead, leaveIfGone, loadPage } from './lazy-pages.ts';

const data = document.getElementById('data')?.textContent;
// The administrators' pages have none; they share this file, and must not start the public ones.
if (data !== undefined) start(data);

function start(data: string) {
  const routes = makeRoutes(createApi((path, init) => fetch(path, init)));
  fetchPagesAhead(routes);
  // No await at the top: the pages' files import this one, which would then wait for itself.
  void loadPage(routes, location.pathname).then(() => hydrate(routes, data));
}

function hydrate(routes: RouteObject[], data: string) {
  leaveIfGone(routes, () => router.state.navigation.location);
  const router = createBrowserRouter(routes, {
    hydrationData: unpackHydration(data || '{}'),
  });
  // In a transition React hydrates in small pieces and the page answers meanwhile.
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <Document theme={document.documentElement.dataset.theme as Theme | undefined}>
          <RouterProvider router={router} />
        </Document>
      </StrictMode>,
    );
  });
}
