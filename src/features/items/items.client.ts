import type { Api } from '#shared/calls/api-client.ts';
import type { Kind } from './kind.ts';

export function getItem<Item>(api: Api, { name }: Kind, id: number): Promise<Item> {
  return api.call('GET', `/${name}/${id}`);
}

/** In place of the focal point of a picture that follows the save. */
export const unsentFocalPoint = { imageFocalX: undefined, imageFocalY: undefined };
