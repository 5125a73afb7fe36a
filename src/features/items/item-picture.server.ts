/** The picture of an item of any kind, as a save leaves it. */
import { Invalid } from '#platform/errors.ts';
import { type FocalPoint, noFocalPoint } from '#shared/picture.ts';

type ItemPicture = FocalPoint & { imageUrl: string | null };
type Sent = { [Part in keyof ItemPicture]?: ItemPicture[Part] | undefined };

const incomplete = 'A focal point has two parts: imageFocalX and imageFocalY.';

/**
 * What the input leaves out stays, but another picture begins without the focal point of the one before.
 * @throws Invalid
 */
export function mergedPicture(existing: ItemPicture | null, input: Sent): ItemPicture {
  const before = existing ?? { imageUrl: null, ...noFocalPoint };
  const imageUrl = input.imageUrl === undefined ? before.imageUrl : input.imageUrl;
  if (imageUrl === null) return { imageUrl, ...noFocalPoint };
  const { imageFocalX: x, imageFocalY: y } = imageUrl === before.imageUrl ? before : noFocalPoint;
  const { imageFocalX = x, imageFocalY = y } = input;
  if (imageFocalX === null && imageFocalY !== null) throw new Invalid(incomplete, { imageFocalX: incomplete });
  if (imageFocalX !== null && imageFocalY === null) throw new Invalid(incomplete, { imageFocalY: incomplete });
  return { imageUrl, imageFocalX, imageFocalY };
}
