import { ApiError } from './api-error.ts';
import { idOfLink } from './link-parts.ts';

/**
 * An id from an address, as a part of the path of a call. With the `request` of a page that ends with it, what stands around the id
 * leads to the page without it.
 * @throws ApiError 404 for anything but an id: a word would lead to another call
 */
export function idOr404(given: string | null | undefined, request?: Request): string {
  const id = idOfLink(given ?? '');
  if (id === null) throw new ApiError(404, { message: 'Not found', code: 'not_found' });
  if (request && id !== given) {
    const { pathname, search } = new URL(request.url);
    // The path may end with a slash.
    const location = pathname.slice(0, pathname.lastIndexOf('/', pathname.length - 2) + 1) + id + search;
    throw new Response(null, { status: 301, headers: { location } });
  }
  return id;
}
