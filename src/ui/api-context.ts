import { createContext, use } from 'react';
import { createContext as createLoaderContext } from 'react-router';
import type { Api } from '#shared/calls/api-client.ts';

/** Provides the client of /api/v1 to components. */
export const ApiContext = createContext<Api | null>(null);

/** Provides it to the loaders of routes: `context.get(loaderApi)`. */
export const loaderApi = createLoaderContext<Api>();

export function useApi(): Api {
  const api = use(ApiContext);
  if (!api) throw new Error('Nothing above provides the API');
  return api;
}
