import type { HydrationState } from 'react-router';
import { ApiError } from '#shared/calls/api-error.ts';
import type { PictureInfo, PictureVariant } from '#shared/item-picture.ts';

type SentError = { message: string; status?: number; code?: string };
type Sent = Pick<HydrationState, 'loaderData' | 'actionData'> & { errors: Record<string, SentError> | null };
type State = { loaderData: unknown; actionData: unknown; errors: Record<string, unknown> | null };

/** The data of loaders and action, as JSON that is safe inside a script element. */
export function serialiseHydration({ loaderData, actionData, errors: failures }: State): string {
  const errors = failures && Object.fromEntries(Object.entries(failures).map(([id, error]) => [id, sent(error)]));
  return JSON.stringify({ loaderData, ...(actionData ? { actionData } : {}), errors }, packPicture).replace(
    /</g,
    '\\u003c',
  );
}

/** Restores errors as Error objects, so that the browser renders the same as the server. */
export function parseHydration(text: string): HydrationState {
  const { loaderData, actionData = null, errors } = JSON.parse(text, unpackPicture) as Sent;
  const revived = errors && Object.fromEntries(Object.entries(errors).map(([id, error]) => [id, revive(error)]));
  return { loaderData: loaderData ?? {}, actionData, errors: revived };
}

type Pictured = { imageUrl?: string | null; imageFocalX?: number | null; imageFocalY?: number | null };

/** The files of a picture are named after it, so that their widths say enough. Few pictures have a point that stays in view. */
function packPicture(this: Pictured, key: string, value: unknown): unknown {
  if (value === null && (key === 'imageFocalX' || key === 'imageFocalY')) return undefined;
  if (key !== 'image' || !value || !this.imageUrl) return value;
  const { variants, ...info } = value as PictureInfo;
  const widths = [...new Set(variants.map(({ width }) => width))];
  const named = variantsOf(this.imageUrl, widths);
  const isWhole = named.length === variants.length && named.every(({ url }, index) => url === variants[index]?.url);
  return isWhole ? { ...info, widths } : value;
}

function unpackPicture(this: Pictured, key: string, value: unknown): unknown {
  if (key === 'imageUrl') {
    this.imageFocalX ??= null;
    this.imageFocalY ??= null;
  }
  if (key !== 'image' || !value || !this.imageUrl) return value;
  const { widths, ...info } = value as Omit<PictureInfo, 'variants'> & { widths?: number[] };
  return widths ? { ...info, variants: variantsOf(this.imageUrl, widths) } : value;
}

function variantsOf(picture: string, widths: number[]): PictureVariant[] {
  const name = picture.slice(0, picture.lastIndexOf('.'));
  return widths.flatMap((width) =>
    (['avif', 'webp'] as const).map((extension) => ({
      url: `${name}.w${width}.${extension}`,
      type: `image/${extension}` as const,
      width,
    })),
  );
}

function sent(error: unknown): SentError {
  const { message, status, code } = error as Partial<SentError>;
  // Visitors may see only messages of the API.
  if (status === undefined) return { message: 'Something went wrong' };
  return { message: message ?? '', status, ...(code === undefined ? {} : { code }) };
}

function revive({ message, status, code }: SentError): Error {
  return status === undefined ? new Error(message) : new ApiError(status, { message, code: code ?? 'error' });
}
