import { z } from '@hono/zod-openapi';

export const Settings = z
  .object({
    societyName: z.string(),
    shortName: z.string(),
    membershipUrl: z.string(),
    homeVariant: z.enum(['grid', 'spotlight']),
    heroWelcome: z.string(),
    heroTitle: z.string(),
    heroTagline: z.string(),
    heroSubtitle: z.string(),
    aboutText: z.string(),
    designCredit: z.string(),
    copyrightLine: z.string(),
    timeZone: z.string(),
    defaultArticleImage: z.string(),
    defaultAvatarImage: z.string(),
    defaultEventImage: z.string(),
  })
  .openapi('Settings');
