import { type Api, type ListOptions, type Page, queryOf } from '#shared/api-client.ts';
import type { ChangedPicture, LibraryPicture } from './library-picture.schema.ts';

type Options = ListOptions & { state?: string };

/** Every stored picture once, newest first. `state`: 'unused' for those that no item and no setting shows. */
export function listPictures(api: Api, options: Options): Promise<Page<LibraryPicture>> {
  return api.list(`/pictures/admin${queryOf(options)}`);
}

/** `isEverywhere`: also in each text that has none, or the one of before. */
export function describePicture(api: Api, id: number, description: { alt: string; isEverywhere: boolean }) {
  return api.call<ChangedPicture>('PUT', `/pictures/admin/${id}`, description);
}

/** `imageUrl`: of a picture that is uploaded by now. */
export function replacePicture(api: Api, id: number, imageUrl: string): Promise<ChangedPicture> {
  return api.call('POST', `/pictures/admin/${id}/replace`, { imageUrl });
}
