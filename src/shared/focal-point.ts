/**
 * The point of a picture that stays in view where the picture is cropped, in whole percents from its left and its top. Null
 * leaves it to the place: a portrait shows its upper third, everything else its centre.
 */
export type FocalPoint = { imageFocalX: number | null; imageFocalY: number | null };

export const noFocalPoint: FocalPoint = { imageFocalX: null, imageFocalY: null };

/** What `ui/theme/focal-point.css` reads: the content security policy refuses style attributes. */
export function focalAttributes({ imageFocalX, imageFocalY }: FocalPoint) {
  return { 'data-focal-x': digits(imageFocalX), 'data-focal-y': digits(imageFocalY) };
}

/** Undefined also for what an earlier version of the site answers. */
function digits(percent: number | null | undefined): string | undefined {
  return percent?.toString().padStart(3, '0');
}
