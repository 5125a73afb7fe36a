/** Merges the input of a save into an item of any kind: fields left out stay. */
import { Invalid } from '#platform/errors.ts';
import { type FocalPoint, noFocalPoint } from '#shared/item-picture.ts';

type Sendable<Values> = { [Name in keyof Values]?: Values[Name] | undefined };

/** Includes the picture. A new item takes missing fields from `defaults`. */
export function mergeItem<Row extends ItemPicture, Name extends keyof Row>(
  existing: Row | null,
  input: Sendable<Pick<NoInfer<Row>, NoInfer<Name>>> & Sendable<ItemPicture>,
  defaults: Pick<Row, Name>,
): Pick<Row, Name> & ItemPicture {
  const before: Pick<Row, Name> = existing ?? defaults;
  const names = Object.keys(defaults) as Name[];
  const merged = names.map((name) => [name, input[name] === undefined ? before[name] : input[name]]);
  return { ...(Object.fromEntries(merged) as Pick<Row, Name>), ...mergePicture(existing, input) };
}

type ItemPicture = FocalPoint & { imageUrl: string | null };

const incomplete = 'A focal point has two parts: imageFocalX and imageFocalY.';

/**
 * Another picture begins without the focal point of the one before.
 * @throws Invalid
 */
export function mergePicture(existing: ItemPicture | null, input: Sendable<ItemPicture>): ItemPicture {
  const before = existing ?? { imageUrl: null, ...noFocalPoint };
  const imageUrl = input.imageUrl === undefined ? before.imageUrl : input.imageUrl;
  if (imageUrl === null) return { imageUrl, ...noFocalPoint };
  const { imageFocalX: x, imageFocalY: y } = imageUrl === before.imageUrl ? before : noFocalPoint;
  const { imageFocalX = x, imageFocalY = y } = input;
  if (imageFocalX === null && imageFocalY !== null) throw Invalid.at('imageFocalX', incomplete);
  if (imageFocalX !== null && imageFocalY === null) throw Invalid.at('imageFocalY', incomplete);
  return { imageUrl, imageFocalX, imageFocalY };
}
