import { z } from '@hono/zod-openapi';
import { levels } from './finding.ts';

export const FindingSchema = z
  .object({
    check: z.string(),
    title: z.string(),
    /** `bad`: something does not work, or may be lost. `look`: a person has to look at it. */
    level: z.enum(levels),
    sentence: z.string(),
    todo: z.string().nullable(),
    /** What is to be pasted somewhere as it is, such as a DNS record. */
    paste: z.string().nullable(),
  })
  .openapi('Finding');
