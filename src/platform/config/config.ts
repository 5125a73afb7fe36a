/** The settings from the environment: read once at start, every mistake listed at once. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { newsletterEnvironment, newsletterSettings } from '#platform/mail/newsletter-settings.ts';
import { hasUnknownTls } from '#platform/mail/smtp-url.ts';
import { withoutMailto } from '#shared/email.ts';
import { isTimeZone } from '#shared/instants.ts';
import { backupEnvironment, backupSettings } from './backup-settings.ts';
import { isOneBucket, s3Environment, s3Settings } from './s3-settings.ts';
import { flag, webAddress, withoutSlash } from './setting-types.ts';

const secretNames = [
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

/** Anyone who sets one of the bucket's settings has to set these. */
const neededForS3 = ['ENDPOINT', 'ACCESS_KEY_ID', 'SECRET_ACCESS_KEY'] as const;

const noSender = 'One Health Student Society <newsletter@localhost>';

const Environment = z.object({
  NODE_ENV: z.string().default('production'),
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a number from 0 to 65535')
    .transform(Number)
    .refine((port) => port <= 65_535, 'must be a number from 0 to 65535')
    .default(3000),
  HOST: z.string().optional(),
  SITE_URL: webAddress().optional(),
  DATA_DIR: z.string().default('./data'),
  ...backupEnvironment,
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' }).optional(),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address' })
    .refine((url) => !hasUnknownTls(url), 'may say tls=none, and nothing else about tls')
    .optional(),
  MAIL_FROM: z
    .string()
    .refine((value) => parseMailbox(value) !== null, 'must look like Society <news@society.example>')
    .default(noSender),
  MAIL_REPLY_TO: z
    .string()
    .refine((value) => parseMailbox(value) !== null, 'must look like Society <office@society.example>')
    .optional(),
  ADMIN_USERNAME: z
    .string()
    .trim()
    .min(1)
    .max(50)
    .regex(/^[^\s@]+$/, 'must not contain spaces or @')
    .default('admin'),
  ADMIN_EMAIL: z
    .string()
    .transform(withoutMailto)
    .pipe(z.email('must be an email address'))
    .default('admin@localhost.localdomain'),
  ADMIN_PASSWORD: z
    .string()
    .min(12, 'must have at least 12 characters')
    .max(128, 'must have at most 128 characters')
    .optional(),
  ...s3Environment('S3_', 'one-health-images'),
  S3_PUBLIC_URL: webAddress().optional(),
  SITE_TIMEZONE: z
    .string()
    .refine(isTimeZone, 'must be an IANA time zone such as Europe/London')
    .default('Europe/London'),
  SEED_DEMO: flag.default(true),
  TRUST_PROXY: flag.default(false),
  SUBSCRIBE_LIMIT_PER_HOUR: z.coerce.number('must be a number').int().min(1).default(5),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  DNS_SERVER: z
    .string()
    .regex(
      /^(\d{1,3}(\.\d{1,3}){3}|\[[\da-f:]+\])(:\d{1,5})?$/i,
      'must be an address such as 192.0.2.53 or 127.0.0.1:5353',
    )
    .optional(),
  DISK_RESERVE_MB: z.coerce.number('must be a number').int().min(0).max(1_000_000).default(200),
  PAGE_CACHE_MB: z.coerce.number('must be a number').int().min(0).max(4096).default(32),
  ...newsletterEnvironment,
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
});

/** Whatever may be set, also as the name of a secret's file. */
export const settingNames = [...Object.keys(Environment.shape), ...secretNames.map((name) => `${name}_FILE`)];

export type Mailbox = { name: string; address: string };

export type Config = ReturnType<typeof fromEnvironment>;

/** The environment is wrong; `message` lists every mistake, a line each. */
export class ConfigError extends Error {}

/**
 * Reads the settings. A secret may be in a file named by `NAME_FILE`; an empty value counts as absent.
 * @throws ConfigError
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const problems: string[] = [];
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  for (const name of secretNames) {
    const file = given[`${name}_FILE`];
    if (!file) continue;
    if (given[name]) problems.push(`${name} and ${name}_FILE are both set: keep one of them`);
    try {
      given[name] = readFileSync(file, 'utf8').trim();
    } catch {
      problems.push(`${name}_FILE: the file ${file} cannot be read`);
    }
  }
  if (given.SMTP_URL && !given.MAIL_FROM)
    problems.push('MAIL_FROM: must be set when SMTP_URL is set: the address that emails come from');
  for (const [prefix, what] of [
    ['S3_', 'pictures are to be kept in an S3 bucket'],
    ['BACKUP_S3_', 'backups are to be copied to an S3 bucket'],
  ] as const)
    if (Object.keys(given).some((name) => name.startsWith(prefix)))
      for (const name of neededForS3.map((ending) => prefix + ending))
        if (!given[name]) problems.push(`${name}: must be set when ${what}`);
  const dkim = ['DKIM_DOMAIN', 'DKIM_SELECTOR', 'DKIM_PRIVATE_KEY'].filter((name) => !given[name]);
  if (dkim.length === 1 || dkim.length === 2)
    problems.push(`${dkim.join(' and ')}: must be set too, for DKIM takes all three`);
  const parsed = Environment.safeParse(given);
  if (!parsed.success)
    for (const issue of parsed.error.issues) problems.push(`${issue.path.join('.')}: ${issue.message}`);
  else if (isOneBucket(s3Settings(parsed.data, 'S3_'), s3Settings(parsed.data, 'BACKUP_S3_')))
    problems.push('BACKUP_S3_BUCKET: must be another bucket than that of the pictures, which visitors may read');
  if (problems.length > 0 || !parsed.data)
    throw new ConfigError(`The settings cannot be used:\n${problems.map((line) => `  - ${line}`).join('\n')}`);
  return fromEnvironment(parsed.data);
}

function fromEnvironment(env: z.infer<typeof Environment>) {
  return {
    port: env.PORT,
    /** Undefined listens on every address. */
    host: env.HOST,
    /** Without a trailing slash; the only source of absolute links. */
    siteUrl: withoutSlash(env.SITE_URL ?? `http://localhost:${env.PORT}`),
    dataDir: resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    backup: backupSettings(env),
    smtpUrl: env.SMTP_URL,
    mailFrom: parseMailbox(env.MAIL_FROM) as Mailbox,
    /** Where an answer goes; undefined: to `mailFrom`. */
    mailReplyTo: env.MAIL_REPLY_TO,
    admin: { username: env.ADMIN_USERNAME, email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD },
    /** Undefined keeps pictures in `dataDir`. */
    s3: s3Settings(env, 'S3_'),
    timeZone: env.SITE_TIMEZONE,
    seedDemo: env.SEED_DEMO && !env.DATABASE_URL && !env.S3_ENDPOINT,
    trustProxy: env.TRUST_PROXY,
    /** Subscriptions per client address block. */
    subscribeLimitPerHour: env.SUBSCRIBE_LIMIT_PER_HOUR,
    /** Opens /metrics; undefined closes it. */
    metricsToken: env.METRICS_TOKEN,
    /** The resolver for checking MAIL_FROM; undefined: the machine's own. */
    dnsServer: env.DNS_SERVER,
    /** Pictures are refused before the disk has less left than this. */
    diskReserveBytes: env.DISK_RESERVE_MB * 1024 * 1024,
    /** The memory limit of the page cache; 0 turns it off. */
    pageCacheBytes: env.PAGE_CACHE_MB * 1024 * 1024,
    newsletter: newsletterSettings(env),
    logLevel: env.LOG_LEVEL,
    isDevelopment: env.NODE_ENV === 'development',
  };
}

/** 'Name <address>' or a bare address; null when neither. */
function parseMailbox(value: string): Mailbox | null {
  // bounded: a setting of anyone who runs the site
  const match = /^\s*(?:"?([^"<>\r\n]*?)"?\s*<([^\s<>@]+@[^\s<>@]+)>|([^\s<>@]+@[^\s<>@]+))\s*$/.exec(value);
  const address = match?.[2] ?? match?.[3];
  return address ? { name: match?.[1] ?? '', address } : null;
}
