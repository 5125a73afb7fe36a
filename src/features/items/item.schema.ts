/** Schemas shared by every kind. */
import { z } from '@hono/zod-openapi';
import {
  emptyAsAbsent,
  focalPointFields,
  focalPointInput,
  ImageUrl,
  Instant,
  PictureInfoSchema,
  UpdatedBy,
} from '#platform/http/schemas.ts';

export const pictureAnswer = {
  imageUrl: z.string().nullable(),
  ...focalPointFields,
  image: PictureInfoSchema.nullable(),
};

export const pictureInput = { imageUrl: emptyAsAbsent(ImageUrl), ...focalPointInput };

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
