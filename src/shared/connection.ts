import type { Fetch } from './api-client.ts';

/** The server could not be reached; nobody knows whether it has done what it was asked for. */
export class ConnectionLost extends Error {
  override name = 'ConnectionLost';

  constructor(cause: unknown) {
    super('The connection was lost. Please try again.', { cause });
  }
}

/** `fetch` whose failures are sentences for people. */
export function withReadableErrors(fetchApi: Fetch): Fetch {
  return async (path, init) => {
    try {
      return await fetchApi(path, init);
    } catch (error) {
      if (error instanceof Error && error.name === 'AbortError') throw error;
      throw new ConnectionLost(error);
    }
  };
}
