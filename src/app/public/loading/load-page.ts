import { createStaticHandler, RouterContextProvider, type StaticHandlerContext } from 'react-router';
import { pageRoutes } from '#app/routes.ts';
import { type Api, createApi, type Fetch } from '#shared/calls/api-client.ts';
import { loaderApi } from '#ui/api.ts';
import { pageOrigin } from '../site.route.tsx';

/** Where a page's data comes from. `now` is the ISO instant that decides 'Past' and 'Upcoming'. */
export type PageSource = { fetchApi: Fetch; siteUrl: string; now: string };

type LoadedPage = { context: StaticHandlerContext | Response; api: Api; hasFailed: boolean };

/** One for all requests: ranking the routes takes longer than using them. */
export const handler = createStaticHandler(pageRoutes);

/** Runs the loaders of the page. `hasFailed` when a call of the API failed. */
export async function loadPage(request: Request, { fetchApi, ...origin }: PageSource): Promise<LoadedPage> {
  let hasFailed = false;
  const api = createApi(async (...call) => {
    try {
      const response = await fetchApi(...call);
      hasFailed ||= response.status >= 500;
      return response;
    } catch (error) {
      hasFailed = true;
      throw error;
    }
  });
  const requestContext = new RouterContextProvider();
  requestContext.set(loaderApi, api);
  requestContext.set(pageOrigin, origin);
  const context = await handler.query(request, { requestContext });
  return { context, api, hasFailed };
}
