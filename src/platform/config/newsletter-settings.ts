/** The settings of the newsletter: its speed, its signature, limits on subscriptions, the sources of bounces. */
import { createPrivateKey, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import { accountAddressSchema, wholeNumberSchema } from './setting-types.ts';

/** Minutes since midnight; `from` after `to` spans midnight. */
export type DailyWindow = { from: number; to: number };

const imapForm = 'imaps://user:password@host/INBOX';
const rateMessage = 'must be a number from 0.1 to 100000';

export const newsletterEnvironment = {
  SUBSCRIBE_BUDGET_PER_HOUR: wholeNumberSchema(1).default(300),
  NEWSLETTER_RATE_PER_SECOND: z.coerce.number(rateMessage).min(0.1, rateMessage).max(100_000, rateMessage).default(10),
  NEWSLETTER_CONNECTIONS: wholeNumberSchema(1, 100).default(5),
  NEWSLETTER_WINDOW: z
    .string()
    .transform(parseDailyWindow)
    .refine((window) => window !== null, 'must look like 08:00-20:00')
    .optional(),
  DKIM_DOMAIN: z.hostname('must be a host name').optional(),
  DKIM_SELECTOR: z
    .string()
    .regex(/^[a-z\d]([a-z\d.-]*[a-z\d])?$/i, 'must be letters, digits, dots and hyphens')
    .optional(),
  DKIM_PRIVATE_KEY: z
    .string()
    .transform((pem, context) => {
      try {
        return readDkimKey(pem.replaceAll('\\n', '\n'));
      } catch {
        context.addIssue('must be an RSA private key in PEM form, of at least 1024 bits');
        return z.NEVER;
      }
    })
    .optional(),
  BOUNCE_WEBHOOK_SECRET: z.string().min(16, 'must have at least 16 characters').optional(),
  BOUNCE_IMAP_URL: accountAddressSchema(/^imaps?$/, imapForm)
    .refine((url) => new URL(url).username !== '', `must hold the user name, as in ${imapForm}`)
    .optional(),
};

const Newsletter = z.object(newsletterEnvironment);

export type NewsletterSettings = ReturnType<typeof newsletterSettings>;

export function newsletterSettings(env: z.infer<typeof Newsletter>) {
  const { DKIM_DOMAIN: domain, DKIM_SELECTOR: selector, DKIM_PRIVATE_KEY: privateKey } = env;
  return {
    ratePerSecond: env.NEWSLETTER_RATE_PER_SECOND,
    connections: env.NEWSLETTER_CONNECTIONS,
    /** When newsletters may go out, in the site's time zone; null is always. */
    window: env.NEWSLETTER_WINDOW ?? null,
    dkim: domain && selector && privateKey ? { domain, selector, privateKey } : undefined,
    /** The site's limit of subscriptions that do not come from its own form. */
    siteSubscribeLimitPerHour: env.SUBSCRIBE_BUDGET_PER_HOUR,
    /** Without a secret the call for bounce reports does not exist. */
    bounces: { webhookSecret: env.BOUNCE_WEBHOOK_SECRET, imapUrl: env.BOUNCE_IMAP_URL },
  };
}

/** @throws Error when the PEM text holds no RSA key of at least 1024 bits */
export function readDkimKey(pem: string): KeyObject {
  const key = createPrivateKey(pem);
  if (key.asymmetricKeyType !== 'rsa' || (key.asymmetricKeyDetails?.modulusLength ?? 0) < 1024)
    throw new Error('not an RSA key of at least 1024 bits');
  return key;
}

function parseDailyWindow(value: string): DailyWindow | null {
  const match = /^([01]\d|2[0-3]):([0-5]\d)-([01]\d|2[0-3]):([0-5]\d)$/.exec(value);
  if (!match) return null;
  const [fromHour = 0, fromMinute = 0, toHour = 0, toMinute = 0] = match.slice(1).map(Number);
  return { from: fromHour * 60 + fromMinute, to: toHour * 60 + toMinute };
}
