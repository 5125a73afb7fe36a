import { type Location, matchRoutes, type RouteObject } from 'react-router';

/** Loads the code of the page at `path` into the routes, so that the first render equals the server's. */
export async function loadPageCode(routes: RouteObject[], path: string): Promise<void> {
  const matches = matchRoutes(routes, path) ?? [];
  await Promise.all(
    matches.map(async ({ route }) => {
      if (typeof route.lazy !== 'function') return;
      const loaded = await route.lazy();
      delete route.lazy;
      Object.assign(route, loaded);
    }),
  );
}

/** Fetches a page's code when someone points at, touches or tabs to a link to it. */
export function prefetchPagesOnHover(routes: RouteObject[]): void {
  const ahead = (event: Event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || link.origin !== location.origin) return;
    for (const { route } of matchRoutes(routes, link.pathname) ?? []) {
      // A failure shows when the page is opened.
      if (typeof route.lazy === 'function') route.lazy().catch(() => {});
    }
  };
  for (const name of ['pointerover', 'touchstart', 'focusin']) addEventListener(name, ahead, { passive: true });
}

/** After an update of the site its old files no longer exist. The browser then loads the chosen page from the server. */
export function reloadWhenCodeIsGone(routes: RouteObject[], chosen: () => Location | undefined): void {
  for (const route of routes) {
    reloadWhenCodeIsGone(route.children ?? [], chosen);
    const { lazy } = route;
    if (typeof lazy !== 'function') continue;
    route.lazy = () =>
      lazy().catch((error) => {
        const page = chosen();
        if (!page) throw error;
        location.assign(page.pathname + page.search + page.hash);
        return new Promise(() => {});
      });
  }
}
