/** Schemas shared by every kind. */
import { z } from '@hono/zod-openapi';
import {
  focalPointFields,
  focalPointInput,
  ImageUrl,
  Instant,
  orAbsent,
  PictureInfoSchema,
  UpdatedBy,
} from '#platform/http/schemas.ts';

/** A picture in an answer. */
export const pictureAnswer = {
  imageUrl: z.string().nullable(),
  ...focalPointFields,
  image: PictureInfoSchema.nullable(),
};

/** A picture in a request. */
export const pictureInput = { imageUrl: orAbsent(ImageUrl), ...focalPointInput };

export const itemAnswer = {
  id: z.number().int().positive(),
  ...pictureAnswer,
  createdAt: Instant,
  updatedAt: Instant,
  version: z.number().int(),
  updatedBy: UpdatedBy,
};

/** With a `version` a save in between is refused. */
export const itemInput = { ...pictureInput, version: z.number().int() };
