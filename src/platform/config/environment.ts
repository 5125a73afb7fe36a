/** The environment variables, and how each is read. */
import { z } from 'zod';
import { isAsciiLocalPart, readEmailAddress } from '#shared/email-address.ts';
import { isTimeZone } from '#shared/instants.ts';
import { backupEnvironment } from './backup-settings.ts';
import { newsletterEnvironment } from './newsletter-settings.ts';
import { s3EnvironmentSchema } from './s3-settings.ts';
import { accountAddressSchema, flag, webAddressSchema, wholeNumberSchema } from './setting-types.ts';
import { hasUnknownTls } from './smtp-tls-option.ts';

export const secretNames = [
  'DATABASE_URL',
  'BACKUP_PASSPHRASE',
  'BACKUP_S3_SECRET_ACCESS_KEY',
  'SMTP_URL',
  'ADMIN_PASSWORD',
  'S3_SECRET_ACCESS_KEY',
  'DKIM_PRIVATE_KEY',
  'BOUNCE_WEBHOOK_SECRET',
  'BOUNCE_IMAP_URL',
  'METRICS_TOKEN',
] as const;

const noSender = 'One Health Student Society <newsletter@localhost>';

export const Environment = z.object({
  NODE_ENV: z.string().default('production'),
  PORT: wholeNumberSchema(0, 65_535).default(3000),
  HOST: z.string().optional(),
  SITE_URL: webAddressSchema().optional(),
  DATA_DIR: z.string().default('./data'),
  ...backupEnvironment,
  DATABASE_URL: accountAddressSchema(/^postgres(ql)?$/, 'postgres://user:password@host/database').optional(),
  SMTP_URL: accountAddressSchema(/^smtps?$/, 'smtps://user:password@host:465')
    .refine((url) => !hasUnknownTls(url), 'may say tls=none, and nothing else about tls')
    .optional(),
  MAIL_FROM: z
    .string()
    .refine((value) => parseMailbox(value) !== null, 'must look like Society <news@society.example>')
    .refine(
      (value) => isAsciiLocalPart(parseMailbox(value)?.address ?? ''),
      'must have plain letters (a to z) before the @: many mail servers take no others',
    )
    .default(noSender),
  MAIL_REPLY_TO: z
    .string()
    .refine((value) => parseMailbox(value) !== null, 'must look like Society <office@society.example>')
    .optional(),
  ADMIN_USERNAME: z
    .string()
    .trim()
    .max(50, 'must have at most 50 characters')
    .regex(/^[^\s@]+$/, 'must not contain spaces or @')
    .default('admin'),
  ADMIN_EMAIL: z
    .string()
    .transform(readEmailAddress)
    .pipe(z.email('must be an email address'))
    .default('admin@localhost.localdomain'),
  ADMIN_PASSWORD: z
    .string()
    .min(12, 'must have at least 12 characters')
    .max(128, 'must have at most 128 characters')
    .optional(),
  ...s3EnvironmentSchema('S3_', 'one-health-images'),
  S3_PUBLIC_URL: webAddressSchema().optional(),
  SITE_TIMEZONE: z
    .string()
    .refine(isTimeZone, 'must be an IANA time zone such as Europe/London')
    .default('Europe/London'),
  SEED_DEMO: flag.default(true),
  TRUST_PROXY: flag.default(false),
  SUBSCRIBE_LIMIT_PER_HOUR: wholeNumberSchema(1).default(5),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  DNS_SERVER: z
    .string()
    .regex(
      /^(\d{1,3}(\.\d{1,3}){3}|\[[\da-f:]+\])(:\d{1,5})?$/i,
      'must be an address such as 192.0.2.53 or 127.0.0.1:5353',
    )
    .optional(),
  DISK_RESERVE_MB: wholeNumberSchema(0, 1_000_000).default(200),
  PAGE_CACHE_MB: wholeNumberSchema(0, 4096).default(32),
  ...newsletterEnvironment,
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'], 'must be debug, info, warn, error or silent')
    .default('info'),
});

export type Mailbox = { name: string; address: string };

/** With the society's own name where MAIL_FROM has none but the default one. */
export function senderOf({ name, address }: Mailbox, societyName: string): Mailbox {
  return { name: name && name !== parseMailbox(noSender)?.name ? name : societyName, address };
}

/** 'Name <address>' or a bare address; null when neither. */
export function parseMailbox(value: string): Mailbox | null {
  // bounded: a setting of anyone who runs the site
  const match = /^\s*(?:"?([^"<>\r\n]*?)"?\s*<([^\s<>@]+@[^\s<>@]+)>|([^\s<>@]+@[^\s<>@]+))\s*$/.exec(value);
  const address = match?.[2] ?? match?.[3];
  return address ? { name: match?.[1] ?? '', address } : null;
}
