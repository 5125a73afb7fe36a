import { z } from '@hono/zod-openapi';
import { Instant } from '#platform/http/schemas.ts';

const count = z.number().int();

/** Places, not people: who comes twice has two. */
const NumberedEvent = z
  .object({
    id: count,
    title: z.string(),
    eventDate: z.string(),
    places: count.openapi({ description: 'Places taken' }),
    came: count.nullable().openapi({ description: 'Of them; null where no one was checked in' }),
  })
  .openapi('NumberedEvent');

export const YearNumbers = z
  .object({
    year: count.openapi({ description: 'In which it begins' }),
    label: z.string().openapi({ example: '2026-27' }),
    from: Instant,
    to: Instant,
    isRunning: z.boolean(),
    /** The years there are, newest first. */
    years: z.array(count),
    events: z.array(NumberedEvent),
    cancelledEvents: count,
    articles: count,
    newsletters: count,
    subscribersAtStart: count,
    subscribersAtEnd: count,
  })
  .openapi('YearNumbers');
export type YearNumbers = z.infer<typeof YearNumbers>;
