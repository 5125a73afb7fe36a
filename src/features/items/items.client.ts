import type { Api, Created, Page } from '#shared/api-client.ts';
import { type ChosenOptions, queryOf } from '#shared/api-client.ts';
import { ApiError } from '#shared/api-error.ts';
import type { FocalPoint } from '#shared/picture.ts';
import type { Kind } from './kind.ts';
import type { StateCounts } from './listing.ts';

/** For administrators: includes what visitors do not see. */
export function listItems<Entry>(api: Api, { name }: Kind, options: ChosenOptions = {}): Promise<Page<Entry>> {
  return api.list(`/${name}/admin${queryOf(options)}`);
}

export function countItems(api: Api, { name }: Kind): Promise<StateCounts> {
  return api.call('GET', `/${name}/admin/counts`);
}

export function getItem<Item>(api: Api, { name }: Kind, id: number): Promise<Item> {
  return api.call('GET', `/${name}/${id}`);
}

export function createItem<Item>(api: Api, { name }: Kind, input: object): Promise<Item> {
  return api.call('POST', `/${name}/admin`, input);
}

/** The same `key` again answers the same item. */
export function createItemOnce<Item>(api: Api, { name }: Kind, input: object, key: string): Promise<Created<Item>> {
  return api.create(`/${name}/admin`, input, key);
}

export type Save = { input: object; isImageNew: boolean; saves: string[] };

/**
 * With a `version` in the input a save in between that changed the same is refused. `isImageNew`: a picture follows. `saves`: keys of
 * the form's saves that were not answered, this one's last.
 */
export function updateItem<Item>(api: Api, { name }: Kind, id: number, save: Save): Promise<Item> {
  return putSave(api, `/${name}/admin/${id}`, save);
}

export function putSave<Item>(api: Api, path: string, { input, isImageNew, saves }: Save): Promise<Item> {
  const lost = saves.slice(0, -1).join(',');
  const query = queryOf({ ...(isImageNew && { image: 'follows' }), lost });
  return api.call('PUT', path + query, input, undefined, saves.at(-1));
}

export function deleteItem(api: Api, { name }: Kind, id: number): Promise<{ message: string }> {
  return api.call('DELETE', `/${name}/admin/${id}`);
}

/** One after the other; answers those that were done. What somebody has removed meanwhile is left out. */
export async function forEach<T>(all: readonly T[], work: (one: T) => Promise<unknown>): Promise<T[]> {
  const done: T[] = [];
  for (const one of all)
    try {
      await work(one);
      done.push(one);
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 404)) throw error;
    }
  return done;
}

/** In place of the focal point of a picture that follows the save. */
export const unsentFocalPoint = { imageFocalX: undefined, imageFocalY: undefined };

type NewPicture = Partial<FocalPoint> & { imageUrl: string; version?: number };

/** With a `version` another picture in between is refused. */
export function setItemImage<Item>(api: Api, { name }: Kind, id: number, picture: NewPicture): Promise<Item> {
  return api.call('PUT', `/${name}/admin/${id}/image`, picture);
}
