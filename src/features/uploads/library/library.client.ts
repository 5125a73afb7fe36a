import { type Api, type ListOptions, type Page, queryOf } from '#shared/api-client.ts';
import type { LibraryPicture } from './library-picture.schema.ts';

type Options = ListOptions & { state?: string };

/** Every stored picture once, newest first. `state`: 'unused' for those that no item and no setting shows. */
export function listPictures(api: Api, options: Options): Promise<Page<LibraryPicture>> {
  return api.list(`/pictures/admin${queryOf(options)}`);
}
