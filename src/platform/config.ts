/** The settings from the environment: read once at start, every mistake listed at once. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { isTimeZone } from '#shared/time-zone.ts';

const secretNames = ['DATABASE_URL', 'SMTP_URL', 'ADMIN_PASSWORD'] as const;

const noSender = 'One Health Student Society <newsletter@localhost>';

const flag = z
  .string()
  .regex(/^(true|false|1|0|yes|no|)$/i, 'must be true or false')
  .transform((value) => /^(true|1|yes)$/i.test(value));

const Environment = z.object({
  NODE_ENV: z.string().default('production'),
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a number from 0 to 65535')
    .transform(Number)
    .refine((port) => port <= 65_535, 'must be a number from 0 to 65535')
    .default(3000),
  HOST: z.string().optional(),
  SITE_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' })
    .refine((value) => !/[?#]/.test(value), 'must not have a ? or # in it')
    .optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' }).optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address' }).optional(),
  MAIL_FROM: z
    .string()
    .refine((value) => parseMailbox(value) !== null, 'must look like Society <news@society.example>')
    .default(noSender),
  ADMIN_USERNAME: z
    .string()
    .trim()
    .min(1)
    .max(50)
    .regex(/^[^\s@]+$/, 'must not contain spaces or @')
    .default('admin'),
  ADMIN_EMAIL: z.email('must be an e-mail address').default('admin@localhost.localdomain'),
  ADMIN_PASSWORD: z
    .string()
    .min(12, 'must have at least 12 characters')
    .max(128, 'must have at most 128 characters')
    .optional(),
  SITE_TIMEZONE: z
    .string()
    .refine(isTimeZone, 'must be an IANA time zone such as Europe/London')
    .default('Europe/London'),
  SEED_DEMO: flag.default(true),
  TRUST_PROXY: flag.default(false),
  SUBSCRIBE_LIMIT_PER_HOUR: z.coerce.number('must be a number').int().min(1).default(5),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
});

export type Mailbox = { name: string; address: string };

export type Config = {
  port: number;
  /** Undefined listens on every address. */
  host: string | undefined;
  /** Without a trailing slash; the only source of absolute links. */
  siteUrl: string;
  dataDir: string;
  databaseUrl: string | undefined;
  smtpUrl: string | undefined;
  mailFrom: Mailbox;
  admin: { username: string; email: string; password: string | undefined };
  timeZone: string;
  seedDemo: boolean;
  trustProxy: boolean;
  /** Subscriptions per client address block. */
  subscribeLimitPerHour: number;
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  isDevelopment: boolean;
};

/** The environment is wrong; `message` lists every mistake, a line each. */
export class ConfigError extends Error {}

/**
 * Reads the settings. A secret may stand in a file named by `NAME_FILE`; an empty value counts as absent.
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
    problems.push('MAIL_FROM: must be set when SMTP_URL is set: the address that mails come from');
  const parsed = Environment.safeParse(given);
  if (!parsed.success)
    for (const issue of parsed.error.issues) problems.push(`${issue.path.join('.')}: ${issue.message}`);
  if (problems.length > 0 || !parsed.data)
    throw new ConfigError(`The settings cannot be used:\n${problems.map((line) => `  - ${line}`).join('\n')}`);
  return fromEnvironment(parsed.data);
}

function fromEnvironment(env: z.infer<typeof Environment>): Config {
  return {
    port: env.PORT,
    host: env.HOST,
    siteUrl: (env.SITE_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, ''),
    dataDir: resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    smtpUrl: env.SMTP_URL,
    mailFrom: parseMailbox(env.MAIL_FROM) as Mailbox,
    admin: { username: env.ADMIN_USERNAME, email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD },
    timeZone: env.SITE_TIMEZONE,
    seedDemo: env.SEED_DEMO && !env.DATABASE_URL,
    trustProxy: env.TRUST_PROXY,
    subscribeLimitPerHour: env.SUBSCRIBE_LIMIT_PER_HOUR,
    logLevel: env.LOG_LEVEL,
    isDevelopment: env.NODE_ENV === 'development',
  };
}

/** 'Name <address>' or a bare address; null when neither. */
function parseMailbox(value: string): Mailbox | null {
  const match = /^\s*(?:"?([^"<>\r\n]*?)"?\s*<([^\s<>@]+@[^\s<>@]+)>|([^\s<>@]+@[^\s<>@]+))\s*$/.exec(value);
  const address = match?.[2] ?? match?.[3];
  return address ? { name: match?.[1] ?? '', address } : null;
}
