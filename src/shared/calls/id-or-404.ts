import { ApiError } from './api-error.ts';

/**
 * An id from an address, as a part of the path of a call.
 * @throws ApiError 404 for anything but an id: a word would lead to another call
 */
export function idOr404(given: string | null | undefined): string {
  const id = given ?? '';
  if (!/^[1-9]\d{0,14}$/.test(id)) throw new ApiError(404, { message: 'Not found', code: 'not_found' });
  return id;
}
