import {
  type HydrationState,
  type RouteObject,
  type RouterContextProvider,
  UNSAFE_createBrowserHistory,
  UNSAFE_createRouter,
  UNSAFE_defaultMapRouteProperties,
  UNSAFE_hydrationRouteProperties,
} from 'react-router';

/**
 * What react-router's function of this name does. Its file has links, forms and a framework mode too, which no build
 * leaves out: so the browser imports nothing from it (`docs/speed.md`, `weight.test.ts`).
 */
export function createBrowserRouter(
  routes: RouteObject[],
  options: { hydrationData?: HydrationState; getContext?: () => RouterContextProvider } = {},
) {
  return UNSAFE_createRouter({
    ...options,
    routes,
    history: UNSAFE_createBrowserHistory(),
    mapRouteProperties: UNSAFE_defaultMapRouteProperties,
    hydrationRouteProperties: UNSAFE_hydrationRouteProperties,
  }).initialize();
}
