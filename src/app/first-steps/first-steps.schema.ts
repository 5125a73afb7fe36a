import { z } from '@hono/zod-openapi';
import { ActionSchema } from '#features/health/health.api.ts';

export const FirstStepsState = z
  .object({
    /** False once every step is done, or when an administrator has hidden them. */
    isShown: z.boolean(),
    steps: z.array(
      z.object({
        name: z.string(),
        title: z.string(),
        isDone: z.boolean(),
        sentence: z.string(),
        todo: z.string().nullable(),
        action: ActionSchema.optional(),
      }),
    ),
  })
  .openapi('FirstHour');
export type FirstStepsState = z.infer<typeof FirstStepsState>;
