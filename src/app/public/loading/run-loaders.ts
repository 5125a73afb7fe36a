import { createStaticHandler, RouterContextProvider, type StaticHandlerContext } from 'react-router';
import { pageRoutes } from '#app/routes.ts';
import type { SiteFrame } from '#features/settings/pages/site-context.ts';
import { defaultSettings } from '#features/settings/settings.ts';
import { type Api, createApiClient } from '#shared/calls/api-client.ts';
import { loaderApi } from '#ui/api-context.ts';
import { pageOrigin } from '../site.route.tsx';
import type { PageOptions } from './entry-server-contract.ts';

/** One for all requests: ranking the routes takes longer than using them. */
const handler = createStaticHandler(pageRoutes);

/** Runs the page's loaders. `hasFailed`: an API call failed, or the frame could not be read and has the defaults. */
export async function runLoaders(
  request: Request,
  { fetchApi, readFrame, ...origin }: Omit<PageOptions, 'assets'>,
): Promise<{ context: StaticHandlerContext | Response; api: Api; hasFailed: boolean }> {
  let hasFailed = false;
  const api = createApiClient(async (...call) => {
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
  const frame = () =>
    readFrame().catch((): SiteFrame => {
      hasFailed = true;
      return { settings: defaultSettings, pages: [] };
    });
  requestContext.set(pageOrigin, { ...origin, readFrame: frame });
  const context = await handler.query(request, { requestContext });
  return { context, api, hasFailed };
}
