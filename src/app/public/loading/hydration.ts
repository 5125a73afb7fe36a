import type { HydrationState } from 'react-router';
import { ApiError } from '#shared/calls/api-error.ts';

type SentError = { message: string; status?: number; code?: string };
type Sent = Pick<HydrationState, 'loaderData' | 'actionData'> & { errors: Record<string, SentError> | null };
type State = { loaderData: unknown; actionData: unknown; errors: Record<string, unknown> | null };

/** The data of loaders and action, as JSON that is safe inside a script element. */
export function packHydration({ loaderData, actionData, errors: failures }: State): string {
  const errors = failures && Object.fromEntries(Object.entries(failures).map(([id, error]) => [id, sent(error)]));
  return JSON.stringify({ loaderData, ...(actionData ? { actionData } : {}), errors }).replace(/</g, '\\u003c');
}

/** Restores errors as Error objects, so that the browser renders the same as the server. */
export function unpackHydration(text: string): HydrationState {
  const { loaderData, actionData = null, errors } = JSON.parse(text) as Sent;
  const revived = errors && Object.fromEntries(Object.entries(errors).map(([id, error]) => [id, revive(error)]));
  return { loaderData: loaderData ?? {}, actionData, errors: revived };
}

function sent(error: unknown): SentError {
  const { message, status, code } = error as Partial<SentError>;
  // Visitors may see only messages of the API.
  if (status === undefined) return { message: 'Something went wrong' };
  return { message: message ?? '', status, ...(code === undefined ? {} : { code }) };
}

function revive({ message, status, code }: SentError): Error {
  return status === undefined ? new Error(message) : new ApiError(status, { message, code: code ?? 'error' });
}
