import { z } from '@hono/zod-openapi';
import { FactorDemandSchema } from '#features/accounts/second-factor/second-factor.schema.ts';
import { LateSchedule } from '#features/articles/schedule/schedule.schema.ts';
import { DelayedIssue } from '#features/newsletter/issues/issues.schema.ts';

/**
 * What every signed-in browser is told without asking: `lateSchedules` wait for somebody to decide, `colleagues` are the others who have the same form open, `factorDemand`
 * is the second factor that everybody needs.
 */
export const LiveNews = z
  .object({
    delayed: z.array(DelayedIssue),
    lateSchedules: z.array(LateSchedule),
    colleagues: z.array(z.string()),
    factorDemand: FactorDemandSchema.nullable(),
  })
  .openapi('LiveNews');
export type LiveNews = z.infer<typeof LiveNews>;

/** The longest time that one answer tells it: then the browser asks anew, and with it whether it may still see this. */
export const mostSeconds = 300;

export const LiveQuery = z.object({
  form: z
    .string()
    .regex(/^(articles|events|members)-[1-9]\d{0,14}$/, 'This is not the name of a form')
    .optional()
    .openapi({ example: 'articles-7' }),
  seconds: z
    .string()
    .regex(/^\d{1,3}$/, 'Please enter a number of seconds')
    .transform((text) => Math.min(Number(text), mostSeconds))
    .optional()
    .openapi({ type: 'integer', minimum: 0, maximum: mostSeconds }),
});
