import { createStaticHandler, type StaticHandler, type StaticHandlerContext } from 'react-router';
import { makeRoutes } from '#app/routes.ts';
import { createApi, type Fetch } from '#shared/api-client.ts';

/** Where a page's data comes from; `now` is the ISO instant that 'Past' and 'Upcoming' are told by. */
export type PageSource = { fetchApi: Fetch; siteUrl: string; now: string };

type LoadedPage = { context: StaticHandlerContext | Response; handler: StaticHandler; hasFailed: boolean };

type PageLoader = (request: Request, source: PageSource) => Promise<LoadedPage>;

/** To make and rank the routes takes longer than to use them, so they are used again: by one page at a time. */
const idle: PageLoader[] = [];

/** Runs the loaders of the page; `hasFailed` when the API could not give what one of them asked for. */
export async function loadPage(request: Request, source: PageSource): Promise<LoadedPage> {
  const load = idle.pop() ?? makeLoader(source);
  const page = await load(request, source);
  idle.push(load);
  return page;
}

function makeLoader(first: PageSource): PageLoader {
  let source = first;
  let hasFailed = false;

  async function fetchApi(...asked: Parameters<Fetch>): Promise<Response> {
    try {
      const response = await source.fetchApi(...asked);
      hasFailed ||= response.status >= 500;
      return response;
    } catch (error) {
      hasFailed = true;
      throw error;
    }
  }

  const origin = {
    get siteUrl() {
      return source.siteUrl;
    },
    get now() {
      return source.now;
    },
  };
  const handler = createStaticHandler(makeRoutes(createApi(fetchApi), origin));

  return async (request, wanted) => {
    source = wanted;
    hasFailed = false;
    const context = await handler.query(request);
    return { context, handler, hasFailed };
  };
}
