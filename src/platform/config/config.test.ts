import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

test('an empty environment gives a site on port 3000 with SQLite and an outbox', () => {
  const config = readConfig({});
  expect(config).toMatchObject({
    port: 3000,
    siteUrl: 'http://localhost:3000',
    timeZone: 'Europe/London',
    seedDemo: true,
  });
  expect(config.databaseUrl).toBeUndefined();
  expect(config.smtpUrl).toBeUndefined();
});

test('a copied address with a path is accepted', () => {
  expect(readConfig({ ADMIN_EMAIL: ' mailto:editor@society.example' }).admin.email).toBe('editor@society.example');
});

test('every mistake is listed at once', () => {
  const env = {
    PORT: ' ',
    MAIL_FROM: 'bad',
    ADMIN_PASSWORD: 'short',
    SITE_TIMEZONE: 'Mars/Base',
    SITE_URL: 'ftp://x',
    DATABASE_URL: 'mysql://x',
    LOG_LEVEL: 'loud',
  };
  expect(() => readConfig(env)).toThrow(ConfigError);
  for (const name of Object.keys(env)) expect(() => readConfig(env)).toThrow(name);
});

test.each([
  ['SMTP_URL', 'smtps://user:pass#word@smtp.example.org:465', 'smtps://user:password@host:465'],
  ['SMTP_URL', 'smtp://user@society.example:pass/word@smtp.example.org:587', 'smtps://user:password@host:465'],
  ['BOUNCE_IMAP_URL', 'imaps://user:pass#word@imap.example.org', 'imaps://user:password@host/INBOX'],
  ['DATABASE_URL', 'postgres://user:pass#word@localhost/site', 'postgres://user:password@host/database'],
])('%s with a character that an address cannot have is reported without the password', (name, value, form) => {
  const told = toldOf({ [name]: value, MAIL_FROM: 'news@society.example' });
  expect(told).toContain(`${name}: must look like ${form}, with # / ? of the password written as %23 %2F %3F`);
  expect(told).not.toMatch(/pass.word/);
});

test.each([
  ['PAGE_CACHE_MB', '5000', 'must be a whole number from 0 to 4096'],
  ['DISK_RESERVE_MB', '200MB', 'must be a whole number from 0 to 1000000'],
  ['DISK_RESERVE_MB', ' ', 'must be a whole number from 0 to 1000000'],
  ['SUBSCRIBE_LIMIT_PER_HOUR', '0', 'must be a whole number of at least 1'],
  ['NEWSLETTER_CONNECTIONS', '2.5', 'must be a whole number from 1 to 100'],
  ['NEWSLETTER_RATE_PER_SECOND', '0', 'must be a number from 0.1 to 100000'],
  ['LOG_LEVEL', 'INFO', 'must be debug, info, warn, error or silent'],
  ['ADMIN_USERNAME', 'x'.repeat(51), 'must have at most 50 characters'],
  ['SITE_URL', 'https://one.example,https://www.one.example', 'must be one address, without ? or #'],
  ['SITE_TIMEZONE', 'BST', 'must be an IANA time zone such as Europe/London'],
])('%s=%s is refused with what it may be', (name, value, may) => {
  expect(toldOf({ [name]: value })).toBe(`The settings cannot be used:\n  - ${name}: ${may}`);
});

function toldOf(env: Record<string, string>): string {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return '';
}

test('an empty value counts as absent', () => {
  expect(readConfig({ DATABASE_URL: '', SMTP_URL: '', ADMIN_PASSWORD: '' }).databaseUrl).toBeUndefined();
});

test('a secret can stand in a file, but not in both places', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'config-')), 'password');
  writeFileSync(file, 'from a file, long enough\n');
  expect(readConfig({ ADMIN_PASSWORD_FILE: file }).admin.password).toBe('from a file, long enough');
  expect(() => readConfig({ ADMIN_PASSWORD_FILE: file, ADMIN_PASSWORD: 'something else here' })).toThrow(
    'keep one of them',
  );
  expect(() => readConfig({ ADMIN_PASSWORD_FILE: '/nowhere/at/all' })).toThrow('cannot be read');
});

test('a site with an outside database never gets demo content', () => {
  expect(readConfig({ DATABASE_URL: 'postgres://u:p@localhost/x', SEED_DEMO: 'true' }).seedDemo).toBe(false);
});

test('mail through SMTP needs a sender', () => {
  expect(() => readConfig({ SMTP_URL: 'smtp://localhost:25' })).toThrow('MAIL_FROM');
  const config = readConfig({ SMTP_URL: 'smtp://localhost:25', MAIL_FROM: 'One Health <news@example.org>' });
  expect(config.mailFrom).toEqual({ name: 'One Health', address: 'news@example.org' });
  expect(() => readConfig({ MAIL_FROM: 'a@b.example\r\nBcc: c@d.example' })).toThrow('MAIL_FROM');
  expect(() => readConfig({ MAIL_FROM: 'Zoë <zoë@society.example>' })).toThrow(
    'MAIL_FROM: must have plain letters (a to z) before the @',
  );
  const named = readConfig({ MAIL_FROM: 'Zoë <news@société.example>' });
  expect(named.mailFrom).toEqual({ name: 'Zoë', address: 'news@société.example' });
});

test('links never end in two slashes', () => {
  expect(readConfig({ SITE_URL: 'https://society.example/' }).siteUrl).toBe('https://society.example');
});

test('a bucket needs its three settings, and the others have defaults', () => {
  const needed = { S3_ENDPOINT: 'https://s3.example/', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };
  expect(readConfig({}).s3).toBeUndefined();
  expect(readConfig(needed).s3).toEqual({
    endpoint: 'https://s3.example',
    bucket: 'one-health-images',
    region: 'us-east-1',
    accessKeyId: 'id',
    secretAccessKey: 'secret',
    publicUrl: undefined,
    usesVirtualHost: false,
  });
  expect(readConfig(needed).seedDemo).toBe(false);
  const all = { ...needed, S3_BUCKET: 'One Health Images', S3_REGION: 'eu-central-1', S3_VIRTUAL_HOST: 'true' };
  expect(readConfig({ ...all, S3_PUBLIC_URL: 'https://pictures.example/' }).s3).toMatchObject({
    bucket: 'One Health Images',
    region: 'eu-central-1',
    usesVirtualHost: true,
    publicUrl: 'https://pictures.example',
  });
});

test('backups cannot go into the public bucket of the pictures', () => {
  const bucket = (prefix: string, name: string, slash: string) => ({
    [`${prefix}ENDPOINT`]: `https://s3.example${slash}`,
    [`${prefix}ACCESS_KEY_ID`]: 'id',
    [`${prefix}SECRET_ACCESS_KEY`]: 'secret',
    [`${prefix}BUCKET`]: name,
  });
  const pictures = bucket('S3_', 'one-health', '');
  expect(() => readConfig({ ...pictures, ...bucket('BACKUP_S3_', 'one-health', '/') })).toThrow(
    'BACKUP_S3_BUCKET: must be another bucket than that of the pictures, which visitors may read',
  );
  expect(readConfig({ ...pictures, ...bucket('BACKUP_S3_', 'backups', '') }).backup.s3).toMatchObject({
    bucket: 'backups',
  });
});

test('an incomplete bucket is refused, and all missing settings are named at once', () => {
  const missing = (env: Record<string, string>) => {
    try {
      return readConfig(env) && '';
    } catch (error) {
      return error instanceof ConfigError ? error.message : '';
    }
  };
  const told = missing({ S3_PUBLIC_URL: 'https://pictures.example' });
  for (const name of ['S3_ENDPOINT', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']) expect(told).toContain(name);
  expect(missing({ S3_SECRET_ACCESS_KEY_FILE: '/nowhere' })).toContain('S3_ENDPOINT');
  expect(missing({ S3_ENDPOINT: 's3.example', S3_REGION: 'a b', S3_BUCKET: '/' })).toMatch(
    /S3_ENDPOINT[\s\S]*S3_BUCKET[\s\S]*S3_REGION/,
  );
  const file = join(mkdtempSync(join(tmpdir(), 'config-')), 'secret');
  writeFileSync(file, 'from-a-file\n');
  const env = { S3_ENDPOINT: 'https://s3.example', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY_FILE: file };
  expect(readConfig(env).s3?.secretAccessKey).toBe('from-a-file');
});
