import '#ui/theme/global-styles.ts';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { RouterContextProvider } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { pageRoutes } from '#app/routes.ts';
import { createApiClient } from '#shared/calls/api-client.ts';
import { ApiContext, loaderApi } from '#ui/api-context.ts';
import { loadPageCode, prefetchPagesOnHover, reloadWhenCodeIsGone } from '#ui/lazy-pages.ts';
import { createBrowserRouter } from '#ui/router/browser-router.ts';
import { ignoreStrayClicks } from '#ui/stray-clicks.ts';
import type { Theme } from '#ui/theme/chosen-theme.ts';
import { Document } from './layout/document.tsx';
import { parseHydration } from './loading/hydration-data.ts';

ignoreStrayClicks();
prefetchPagesOnHover(pageRoutes);
// No top-level await: the chunks of pages import this file, which would wait for itself.
void loadPageCode(pageRoutes, location.pathname).then(hydrate, () => dispatchEvent(new Event('page-code-lost')));

function hydrate() {
  const data = document.getElementById('data')?.textContent;
  reloadWhenCodeIsGone(pageRoutes, () => router.state.navigation.location);
  const api = createApiClient((path, init) => fetch(path, init));
  const context = new RouterContextProvider();
  context.set(loaderApi, api);
  const router = createBrowserRouter(pageRoutes, {
    hydrationData: parseHydration(data || '{}'),
    getContext: () => context,
  });
  // In a transition React hydrates in small pieces, and the page stays responsive.
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <Document theme={document.documentElement.dataset.theme as Theme | undefined}>
          <ApiContext value={api}>
            <RouterProvider router={router} />
          </ApiContext>
        </Document>
      </StrictMode>,
    );
  });
}
