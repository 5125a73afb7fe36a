import { expect, test } from 'vitest';
import { settingNames } from './config.ts';
import { misspeltSettings } from './misspelt-settings.ts';

const named = (env: Record<string, string>, inFile: string[] = []) => misspeltSettings(env, new Set(inFile));

test('a variable that begins like a setting of ours is reported, with the likely one', () => {
  expect(named({ ADMIN_USER: 'x', NEWSLETTER_RATE: 'x', SITE_TIME_ZONE: 'x', TIMEZONE: 'x' })).toEqual([
    'ADMIN_USER is not a setting of this site; did you mean ADMIN_USERNAME?',
    'NEWSLETTER_RATE is not a setting of this site; did you mean NEWSLETTER_RATE_PER_SECOND?',
    'SITE_TIME_ZONE is not a setting of this site; did you mean SITE_TIMEZONE?',
  ]);
});

test('one typing error anywhere in the name is enough', () => {
  for (const [wrong, right] of [
    ['SMPT_URL', 'SMTP_URL'],
    ['SITE_URLS', 'SITE_URL'],
    ['SITE_URLL', 'SITE_URL'],
    ['DATADIR', 'DATA_DIR'],
    ['DATABSE_URL', 'DATABASE_URL'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['TRUST_PROXI', 'TRUST_PROXY'],
    ['AMDIN_PASSWORD', 'ADMIN_PASSWORD'],
    ['S3_ENDPOIT', 'S3_ENDPOINT'],
  ] as const)
    expect(named({ [wrong]: 'x' })).toEqual([`${wrong} is not a setting of this site; did you mean ${right}?`]);
});

test('in the file every unknown name is reported', () => {
  const env = { TIMEZONE: 'x', COLOUR: 'x', SITE_DOMAIN: 'x', POSTGRES_PASSWORD: 'x', NODE_OPTIONS: 'x', TZ: 'x' };
  expect(named(env)).toEqual([]);
  expect(named(env, Object.keys(env))).toEqual([
    'COLOUR is not a setting of this site; .env.example lists all settings.',
    'TIMEZONE is not a setting of this site; .env.example lists all settings.',
  ]);
});

test('variables of other programs and real settings are not reported', () => {
  const foreign = `HOME HOSTNAME HOSTTYPE PATH PWD MAIL MAILTO USER SHELL LANG LOGNAME LOG_DIR SUPPORT PORTS EXPORT DATABASE_HOST
    PAGER S3FS SITE SMTP JOURNAL_STREAM INVOCATION_ID STATE_DIRECTORY LISTEN_FDS KUBERNETES_SERVICE_HOST SITE_SERVICE_HOST
    SMTP_SERVICE_PORT SITE_PORT_3000_TCP_ADDR npm_config_user_agent npm_package_name NODE_ENV NODE_VERSION MALLOC_ARENA_MAX
    VITE_SITE AWS_REGION GITHUB_ACTIONS SSH_CONNECTION XDG_DATA_DIRS DATA_DIRECTORY DISPLAY EDITOR CI TMPDIR`;
  const env = Object.fromEntries(foreign.split(/\s+/).map((name) => [name, 'x']));
  expect(named({ ...env, SITE_PORT: 'tcp://10.0.0.1:3000' })).toEqual([]);
  expect(named(Object.fromEntries(settingNames.map((name) => [name, 'x'])), settingNames)).toEqual([]);
});
