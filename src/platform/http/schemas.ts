/** Schemas that every feature's edge shares: limits in UTF-16 units (E8), instants, picture addresses, ids, errors. */
import { z } from '@hono/zod-openapi';
import { tokenOfLink } from '#shared/calls/link-parts.ts';
import { withoutControlCharacters } from '#shared/text.ts';
import { isHttpsOrEmpty } from '#shared/web-address.ts';

/** A trimmed text of at most `max` UTF-16 units; zod's own `max` would count code points (E8). */
export function textSchema(max: number, label: string) {
  return z
    .string()
    .transform((value) => withoutControlCharacters(value).trim())
    .refine((value) => value.length <= max, `${label} must be at most ${max} characters`)
    .openapi({ type: 'string', maxLength: max });
}

/** A text of one line, such as a title: breaks and tabs become a blank. */
export function lineSchema(max: number, label: string) {
  return z
    .string()
    .overwrite((value) => value.replace(/[\t\r\n\u2028\u2029]+/g, ' '))
    .pipe(textSchema(max, label))
    .openapi({ type: 'string', maxLength: max });
}

/** An ISO 8601 date or instant of the years 1000 to 9998, normalised to UTC with milliseconds. */
export const Instant = z
  .string()
  .refine(isInstant, 'This is not a valid date')
  .transform((value) => new Date(value).toISOString())
  .openapi({ type: 'string', format: 'date-time' });

/** For optional values that are not texts: '' counts as absent (M5). */
export function emptyAsAbsent<T extends z.ZodType>(schema: T) {
  return z.preprocess((value) => (value === '' ? undefined : value), schema.optional()).optional();
}

/** A picture's address: http(s), a path, or none; never `javascript:` or `data:`. */
export const ImageUrl = z
  .string()
  .transform((value) => withoutControlCharacters(value).trim())
  .refine((value) => value.length <= 2000, 'The image address is too long')
  .refine(
    (value) => !/^[a-z][a-z0-9+.-]*:/i.test(value) || /^https?:\/\//i.test(value),
    'The image address must start with http://, https:// or /',
  )
  .transform((value) => value || null)
  .nullable()
  .openapi({ type: 'string' });

/** An https address; an empty text is none. */
export function secureUrlSchema(max: number, label: string) {
  return z
    .string()
    .transform((value) => withoutControlCharacters(value).trim())
    .refine((value) => value.length <= max, `${label} is too long`)
    .refine(isHttpsOrEmpty, `${label} must be an address that begins with https://`)
    .transform((value) => value.replace(/^https/i, 'https') || null)
    .nullable()
    .openapi({ type: 'string', maxLength: max });
}

/** Of `FocalPoint`. */
const FocalPercent = z
  .number()
  .int('A focal point is given in whole percents')
  .min(0, 'A focal point is at least 0 percent')
  .max(100, 'A focal point is at most 100 percent')
  .nullable();

/** The point of a picture that stays in view when it is cropped. */
export const focalPointFields = {
  imageFocalX: FocalPercent.openapi({ description: 'Focal point of the picture, in percent from the left' }),
  imageFocalY: FocalPercent.openapi({ description: 'Focal point of the picture, in percent from the top' }),
};

/** The same as it may be sent. */
export const focalPointInput = {
  imageFocalX: emptyAsAbsent(focalPointFields.imageFocalX),
  imageFocalY: emptyAsAbsent(focalPointFields.imageFocalY),
};

export const PictureInfoSchema = z
  .object({
    width: z.number().int(),
    height: z.number().int(),
    color: z.string(),
    variants: z.array(
      z.object({ url: z.string(), type: z.enum(['image/avif', 'image/webp']), width: z.number().int() }),
    ),
    url: z.string().optional().openapi({ description: 'Where the copy of a picture of another site is' }),
  })
  .openapi('Picture');

/** A path id: anything but a positive integer is a 404, not a 400. */
export const IdParam = z.object({
  id: z
    .string()
    .regex(/^[1-9][0-9]{0,14}$/)
    .transform(Number)
    .openapi({ type: 'integer', minimum: 1, param: { name: 'id', in: 'path' } }),
});

/** A token as it stands in a link of a mail. */
export const LinkToken = z.string().max(300).overwrite(tokenOfLink).openapi({ type: 'string' });

export const ErrorSchema = z
  .object({
    message: z.string(),
    code: z.string(),
    fields: z.record(z.string(), z.string()).optional(),
    conflict: z
      .object({
        by: z.string().nullable(),
        at: z.string(),
        version: z.number().int(),
      })
      .optional(),
  })
  .openapi('Error');

/** Who saved an entity last; only in answers to administrators. */
export const UpdatedBy = z.string().nullable().optional().openapi({
  description: 'The username of the last save, for administrators only; null when that account was erased',
});

/** The body of `PUT …/image`; with a `version` a save in between is refused. */
export const ImageInput = z
  .object({ ...focalPointFields, version: z.number().int() })
  .partial()
  .extend({ imageUrl: ImageUrl })
  .openapi('ImageInput');
export type ImageInput = z.infer<typeof ImageInput>;

export const MessageSchema = z.object({ message: z.string() }).openapi('Message');

function isInstant(value: string): boolean {
  return (
    /^[1-9]\d{3}-\d{2}-\d{2}(T[\d:.]{5,15}(Z|[+-]\d{2}:?\d{2})?)?$/.test(value) && isYearPlausible(Date.parse(value))
  );
}

function isYearPlausible(time: number): boolean {
  return time >= Date.UTC(1000, 0, 1) && time < Date.UTC(9999, 0, 1);
}
