/** The settings from the environment: read once at start, every mistake listed at once. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { z } from 'zod';
import { backupSettings } from './backup-settings.ts';
import { Environment, type Mailbox, parseMailbox, secretNames } from './environment.ts';
import { newsletterSettings } from './newsletter-settings.ts';
import { isSameBucket, s3Settings } from './s3-settings.ts';
import { withoutSlash } from './setting-types.ts';

/** Settings that a bucket needs once any of its settings is set. */
const neededForS3 = ['ENDPOINT', 'ACCESS_KEY_ID', 'SECRET_ACCESS_KEY'] as const;

/** All settings, including those for secrets in files. */
export const settingNames = [...Object.keys(Environment.shape), ...secretNames.map((name) => `${name}_FILE`)];

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
    problems.push(`${dkim.join(' and ')}: must be set too, because DKIM needs all three`);
  const parsed = Environment.safeParse(given);
  if (!parsed.success)
    for (const issue of parsed.error.issues) problems.push(`${issue.path.join('.')}: ${issue.message}`);
  else if (isSameBucket(s3Settings(parsed.data, 'S3_'), s3Settings(parsed.data, 'BACKUP_S3_')))
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
