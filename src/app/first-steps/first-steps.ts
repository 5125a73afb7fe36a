import { z } from '@hono/zod-openapi';

/** Counts of items that came with a new site. */
export const DemoState = z
  .object({
    /** Shown, and as they came. */
    pristine: z.number(),
    /** Shown, and edited or with guests: the society's own. */
    own: z.number(),
    /** In the bin, together. */
    binned: z.number(),
    /** When those in the bin are deleted for good. */
    purgeAt: z.string().nullable(),
  })
  .openapi('DemoState');
export type DemoState = z.infer<typeof DemoState>;

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
    /** Null on a site that began without demo content. */
    demo: DemoState.nullable(),
  })
  .openapi('FirstHour');
export type FirstStepsState = z.infer<typeof FirstStepsState>;
