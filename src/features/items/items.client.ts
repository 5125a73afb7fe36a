import type { Api, Created } from '#shared/calls/api-client.ts';
import type { FocalPoint } from '#shared/item-picture.ts';
import type { Kind } from './kind.ts';

export function getItem<Item>(api: Api, { name }: Kind, id: number): Promise<Item> {
  return api.call('GET', `/${name}/${id}`);
}

/** Creates the item of a form, and ends its draft. The same `key` returns the same item. */
export function createItemOnce<Item>(api: Api, { name }: Kind, input: object, key: string): Promise<Created<Item>> {
  return api.create(`/${name}/admin`, input, key);
}

/** With a `version` in the input a save in between is refused. */
export function updateItem<Item>(api: Api, { name }: Kind, id: number, input: object): Promise<Item> {
  return api.call('PUT', `/${name}/admin/${id}`, input);
}

export function deleteItem(api: Api, { name }: Kind, id: number): Promise<{ message: string; told?: number }> {
  return api.call('DELETE', `/${name}/admin/${id}`);
}

/** In place of the focal point of a picture that follows the save. */
export const unsentFocalPoint = { imageFocalX: undefined, imageFocalY: undefined };

/** With a `version` another picture in between is refused. */
export function setItemImage<Item>(
  api: Api,
  { name }: Kind,
  id: number,
  picture: Partial<FocalPoint> & { imageUrl: string; version?: number },
): Promise<Item> {
  return api.call('PUT', `/${name}/admin/${id}/image`, picture);
}
