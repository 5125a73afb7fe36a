import { z } from '@hono/zod-openapi';
import { focalPointFields, ImageUrl, Instant, PictureInfoSchema, text, UpdatedBy } from '#platform/http/schemas.ts';
import { eventLimits } from './event.ts';

/** `eventDate` is the wall time as typed, `startsAt` its instant in the site's time zone (C1). */
export const SocietyEvent = z
  .object({
    id: z.number().int().positive(),
    title: z.string(),
    eventDate: z.string().openapi({ example: '2026-12-01T18:00:00' }),
    startsAt: Instant,
    location: z.string(),
    description: z.string(),
    imageUrl: z.string().nullable(),
    ...focalPointFields,
    image: PictureInfoSchema.nullable(),
    createdAt: Instant,
    updatedAt: Instant,
    version: z.number().int(),
    updatedBy: UpdatedBy,
  })
  .openapi('Event');
export type SocietyEvent = z.infer<typeof SocietyEvent>;

/** What may be sent to create or update an event; a field that is absent stays as it is. */
export const SocietyEventInput = z
  .object({
    title: text(eventLimits.title, 'Title'),
    eventDate: z.string(),
    location: text(eventLimits.location, 'Location'),
    description: text(eventLimits.description, 'Description'),
    imageUrl: ImageUrl,
    ...focalPointFields,
    version: z.number().int(),
  })
  .partial()
  .openapi('EventInput');
export type SocietyEventInput = z.infer<typeof SocietyEventInput>;
