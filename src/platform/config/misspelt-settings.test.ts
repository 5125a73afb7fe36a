import { expect, test } from 'vitest';
import { settingNames } from './config.ts';
import { misspeltSettings } from './misspelt-settings.ts';

const named = (env: Record<string, string>, inFile: string[] = []) => misspeltSettings(env, new Set(inFile));

test.each([
  ['NEWSLETTER_RATE', 'NEWSLETTER_RATE_PER_SECOND'],
  ['NEWSLETTER_WINDOWS', 'NEWSLETTER_WINDOW'],
  ['NEWSLETER_CONNECTIONS', 'NEWSLETTER_CONNECTIONS'],
  ['SMTP_SERVER', 'SMTP_URL'],
  ['SMTPURL', 'SMTP_URL'],
  ['smtp_url', 'SMTP_URL'],
  ['SITE_TIME_ZONE', 'SITE_TIMEZONE'],
  ['ADMIN_USER', 'ADMIN_USERNAME'],
  ['ADMIN_PASSWORD_FILES', 'ADMIN_PASSWORD_FILE'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['DATADIR', 'DATA_DIR'],
  ['TRUST_PROXYS', 'TRUST_PROXY'],
])('%s is named, and %s is what was meant', (name, meant) => {
  expect(named({ [name]: 'x' })).toEqual([`${name} is no setting of this site; did you mean ${meant}?`]);
});

test('in the file every name counts, also one that is like none of ours', () => {
  const env = { TIMEZONE: 'x', COLOUR: 'x', SITE_DOMAIN: 'x', POSTGRES_PASSWORD: 'x', NODE_OPTIONS: 'x', TZ: 'x' };
  expect(named(env)).toEqual([]);
  expect(named(env, Object.keys(env))).toEqual([
    'COLOUR is no setting of this site; .env.example names all that there are.',
    'TIMEZONE is no setting of this site; did you mean SITE_TIMEZONE?',
  ]);
});

test('what other programs set is not named, nor is a setting', () => {
  const foreign = `HOME HOSTNAME HOSTTYPE PATH PWD MAIL MAILTO USER SHELL LANG LOGNAME LOG_DIR SUPPORT PORTS EXPORT DATABASE_HOST
    PAGER S3FS SITE SMTP JOURNAL_STREAM INVOCATION_ID STATE_DIRECTORY LISTEN_FDS KUBERNETES_SERVICE_HOST SITE_SERVICE_HOST
    SMTP_SERVICE_PORT SITE_PORT_3000_TCP_ADDR npm_config_user_agent npm_package_name NODE_ENV NODE_VERSION MALLOC_ARENA_MAX
    VITE_SITE AWS_REGION GITHUB_ACTIONS SSH_CONNECTION XDG_DATA_DIRS DATA_DIRECTORY DISPLAY EDITOR CI TMPDIR`;
  const env = Object.fromEntries(foreign.split(/\s+/).map((name) => [name, 'x']));
  expect(named({ ...env, SITE_PORT: 'tcp://10.0.0.1:3000' })).toEqual([]);
  expect(named(Object.fromEntries(settingNames.map((name) => [name, 'x'])), settingNames)).toEqual([]);
});
