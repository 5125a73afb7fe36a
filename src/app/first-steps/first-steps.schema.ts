import { z } from '@hono/zod-openapi';

export const stepNames = [
  'address',
  'mail',
  'colleague',
  'second-factor',
  'join',
  'about',
  'privacy',
  'committee',
  'backup',
  'demo',
] as const;

export const FirstStepsState = z
  .object({
    /** False once every step is done, or when an administrator has hidden them. */
    isShown: z.boolean(),
    steps: z.array(z.object({ name: z.enum(stepNames), isDone: z.boolean() })),
    siteUrl: z.string(),
    hasMailServer: z.boolean(),
    /** The newest article, which a test mail can show. */
    testArticleId: z.number().nullable(),
    /** The draft Privacy, while it is one. */
    privacyDraftId: z.number().nullable(),
    /** Items of the demo that are as they came; null on a site that began without. */
    demo: z.number().int().nullable(),
  })
  .openapi('FirstHour');
export type FirstStepsState = z.infer<typeof FirstStepsState>;
