/** `npm run admin -- list` and others: from the command line, also while the site is running. */
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { type AskAsVisitor, askAsVisitor } from '#app/export/ask-as-visitor.ts';
import { ExportQuery } from '#app/export/export.schema.ts';
import { rotateSigningKeys } from '#app/operator/rotate-signing-keys.ts';
import { erasePerson } from '#app/people/erase-person.ts';
import { readPerson } from '#app/people/read-person.ts';
import { listAdministrators } from '#features/accounts/administrators.server.ts';
import { createInvitation } from '#features/accounts/invitations/making-links.server.ts';
import { accountLinkUrl } from '#features/accounts/links/account-link.ts';
import {
  createAdministratorByOperator,
  resetFactorByOperator,
  resetPasswordByOperator,
} from '#features/accounts/operator-commands.server.ts';
import { getSettings } from '#features/settings/settings.server.ts';
import { audit } from '#platform/audit.ts';
import { systemClock } from '#platform/clock.ts';
import { type Config, ConfigError, readConfig } from '#platform/config/config.ts';
import { loadEnvFile } from '#platform/config/env-file.ts';
import type { AppContext } from '#platform/context.ts';
import { refuseWithoutDatabase } from '#platform/db/database-file.ts';
import { DatabaseError, type Db, openMigratedDatabase } from '#platform/db/db.ts';
import { Conflict, Invalid, NotFound } from '#platform/errors.ts';
import { writeZip } from '#platform/files/zip.ts';
import { createLog } from '#platform/log.ts';
import { openStore } from '#platform/storage/open-store.ts';
import { createStorageOutages } from '#platform/storage-outages.ts';
import { readPassword } from './admin-password.ts';

const help = `Manages administrators from the command line, even while the site is running.

  npm run admin -- list
      Lists all administrators with their addresses and when they were last seen.

  npm run admin -- create --username NAME --email ADDRESS
      Creates an administrator.

  npm run admin -- reset-password NAME
      Sets a new password for NAME (or the address) and ends all their sessions. If no administrator
      is active any more, it reactivates NAME.

  npm run admin -- reset-second-factor NAME
      Removes the passkeys, authenticator app and recovery codes of NAME (or the address), for someone
      who has lost them all. The password alone then signs in; all their sessions end.

  npm run admin -- person ADDRESS
      Prints all data kept about one person, as a subscriber, guest or administrator, as JSON.

  npm run admin -- erase-person ADDRESS
      Erases that data, and says what has to stay. An administrator's account must be deactivated
      first.

  npm run admin -- import FILE [--site ADDRESS] [--yes]
      Prints what an export of WordPress, Ghost, Substack, Hugo, Jekyll or a site like this one would
      bring; --yes imports it. --site: the address of the old site, where the file does not say it.

  npm run admin -- export FILE [--parts content,site,people]
      Writes everything on the site as files into a new zip FILE. content (what it is without --parts):
      all texts as Markdown, with their pictures; people: subscribers and guests.

  npm run admin -- rotate-links
      Replaces the keys of all links that the site signs, at once and without a restart, in case
      someone else has read the database or a backup. In earlier emails, Unsubscribe works for two
      more years; links that undo it and preview links of drafts end. Invitations, password links
      and confirmations are not signed, and keep working.

create and reset-password ask for the password without showing it. Leave it empty to get a link with which the
person chooses one. Without a terminal the password comes from
  --password-stdin   the first line of the input, or
  ADMIN_PASSWORD     the environment (not the file .env);
with neither, or with --link, a link is printed.

It uses the site's database: DATA_DIR or DATABASE_URL, from the environment or .env.
The exit code is 0 on success, 1 if something was refused, 2 if the command was wrong.`;

/** The arguments are wrong; `message` says how. */
class UsageError extends Error {}

type Task = { db: Db; config: Config; societyName: string; now: Date };
type Options = {
  username?: string;
  email?: string;
  parts?: string;
  site?: string;
  yes?: boolean;
  'password-stdin'?: boolean;
  link?: boolean;
};

const commands: Record<string, (task: Task, options: Options) => Promise<void>> = {
  list,
  create,
  'reset-password': reset,
  'reset-second-factor': resetFactor,
  person: showPerson,
  'erase-person': forgetPerson,
  export: exportSite,
  import: importSite,
  'rotate-links': rotate,
};

/** Commands that are followed by a name, an address or a file. */
const takesName = ['export', 'import', 'reset-password', 'reset-second-factor', 'person', 'erase-person'];

// Read before .env, whose ADMIN_PASSWORD is for the first administrator only.
const given = process.env.ADMIN_PASSWORD;
process.exitCode = await main(process.argv.slice(2));

async function main(args: string[]): Promise<number> {
  try {
    const { positionals, values } = parse(args);
    const [command, name, ...others] = positionals;
    if (values.help || command === 'help' || command === undefined) {
      console.log(help);
      return command === undefined && !values.help ? 2 : 0;
    }
    const run = Object.hasOwn(commands, command) ? commands[command] : undefined;
    if (!run) throw new UsageError(`There is no command ${command}.`);
    if (others.length > 0 || (name !== undefined && !takesName.includes(command)))
      throw new UsageError(`${command} does not take "${others[0] ?? name}".`);
    await withDatabase(command, (task) => run(task, { ...values, ...(name ? { username: name } : {}) }));
    return 0;
  } catch (error) {
    if (!isExplained(error)) throw error;
    console.error(error.message);
    if (error instanceof UsageError) console.error('See: npm run admin -- --help');
    return error instanceof UsageError ? 2 : 1;
  }
}

function parse(args: string[]) {
  const flag = { type: 'boolean' } as const;
  const word = { type: 'string' } as const;
  const words = { username: word, email: word, parts: word, site: word };
  const options = { help: flag, link: flag, yes: flag, 'password-stdin': flag, ...words };
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

async function list({ db, now }: Task): Promise<void> {
  const people = await listAdministrators(db, 0, now);
  if (people.length === 0) console.log('There are no administrators yet.');
  const wide = (key: 'username' | 'email') => Math.max(...people.map((person) => person[key].length));
  for (const { username, email, isActive, lastSeenAt } of people) {
    const seen = lastSeenAt ? `last seen ${lastSeenAt.slice(0, 16).replace('T', ' ')} UTC` : 'never signed in';
    const names = `${username.padEnd(wide('username'))}  ${email.padEnd(wide('email'))}`;
    console.log(`${names}  ${isActive ? seen : `deactivated, ${seen}`}`);
  }
}

async function rotate({ db, now }: Task): Promise<void> {
  await rotateSigningKeys(db, now);
  console.log('Links are now signed with new keys. Unsubscribe links sent earlier keep working for two more years.');
}

async function showPerson({ db, now }: Task, { username: address }: Options): Promise<void> {
  if (!address) throw new UsageError('person needs an email address.');
  console.log(JSON.stringify(await readPerson(db, address, now), null, 2));
}

async function forgetPerson({ db, config }: Task, { username: address }: Options): Promise<void> {
  if (!address) throw new UsageError('erase-person needs an email address.');
  const context = { db, config, clock: systemClock, log: createLog(config.logLevel), store: openStore(config) };
  const { stays } = await erasePerson(context, address, null);
  console.log(['Erased. What stays:', ...stays.map((sentence) => `- ${sentence}`)].join('\n'));
}

async function importSite({ db, config }: Task, { username: file, site = '', yes = false }: Options): Promise<void> {
  if (!file) throw new UsageError('import needs the name of a file.');
  if (site && !/^https?:/.test(site)) throw new UsageError('--site takes an address such as https://old.example.');
  const { importByOperator } = await import('#app/imports/import-command.ts');
  const log = createLog(config.logLevel);
  const outages = createStorageOutages(config, log);
  const context = { db, config, clock: systemClock, log, store: openStore(config), outages };
  await importByOperator(context, { file, site, isConfirmed: yes, print: (line) => console.log(line) });
}

async function exportSite({ db, config, now }: Task, { username: file, parts }: Options): Promise<void> {
  if (!file) throw new UsageError('export needs the name of a new file.');
  const asked = ExportQuery.safeParse({ parts });
  if (!asked.success) throw new UsageError('--parts takes content, site and people, parted by commas.');
  const { exportFiles } = await import('#app/export/export-files.ts');
  const log = createLog(config.logLevel);
  const outages = createStorageOutages(config, log);
  const context = { db, config, clock: systemClock, log, store: openStore(config), outages };
  const ask = asked.data.parts.includes('site') ? await openSite(context) : null;
  try {
    await pipeline(
      writeZip(exportFiles(context, asked.data.parts, ask)),
      createWriteStream(file, { flags: 'wx', mode: 0o600 }),
    );
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw new Conflict(`${file} is there already.`);
    if (path === file)
      throw new Conflict(`${file} cannot be written (${code}): name a folder where the site may write.`);
    await rm(file, { force: true });
    throw error;
  }
  await audit(db, { at: now, administratorId: null, action: 'site.export', entityId: null });
  console.log(`It is in ${file}: ${asked.data.parts.join(', ')}.`);
}

/** The pages as the site would answer them. */
async function openSite(context: AppContext): Promise<AskAsVisitor> {
  const dist = join(resolve(import.meta.dirname, '..'), 'dist');
  const { loadBuiltPages } = await import('#app/built-pages.ts');
  const { createApp } = await import('#app/server.ts');
  const pages = await loadBuiltPages(dist, context.config.s3?.publicUrl);
  const health = { isStopping: false, isWorkerReady: false };
  const app = createApp(context, { pages, filesFolder: join(dist, 'client'), health });
  return (path) => askAsVisitor(app, path);
}

async function create({ db, config, societyName, now }: Task, options: Options): Promise<void> {
  const { username, email } = options;
  if (!username || !email) throw new UsageError('create needs --username and --email.');
  const password = await passwordOf(options, username);
  if (password === null) {
    const { token } = await createInvitation(db, { username, email }, { administratorId: null, now });
    return showLink(config, token, `${username} becomes an administrator with this link, which works once, for a day:`);
  }
  await createAdministratorByOperator(db, { username, email, password, societyName }, now);
  console.log(`${username} is now an administrator and can sign in at ${config.siteUrl}/admin`);
}

async function reset({ db, config, societyName, now }: Task, options: Options): Promise<void> {
  const { username } = options;
  if (!username) throw new UsageError('reset-password needs a username.');
  const password = await passwordOf(options, username);
  const { link, isReactivated } = await resetPasswordByOperator(db, { username, password, societyName }, now);
  if (isReactivated) console.log(`No administrator was active, so ${username} was reactivated.`);
  if (link) showLink(config, link.token, `${username} chooses a password with this link, which works once, for a day:`);
  else console.log(`${username} has a new password. All sessions have ended.`);
}

async function resetFactor({ db, now }: Task, options: Options): Promise<void> {
  if (!options.username) throw new UsageError('reset-second-factor needs a username.');
  const { username } = await resetFactorByOperator(db, options.username, now);
  console.log(
    `${username} no longer has a second factor and signs in with the password alone. All sessions have ended.`,
  );
}

async function passwordOf(options: Options, username: string): Promise<string | null> {
  if (options.link) return null;
  const fromInput = options['password-stdin'] ?? false;
  return readPassword({ fromInput, given, question: `New password for ${username} (empty for a link): ` });
}

function showLink({ siteUrl }: Config, token: string, words: string): void {
  console.log(`${words}\n${accountLinkUrl(siteUrl, token)}`);
}

async function withDatabase(command: string, work: (task: Task) => Promise<void>): Promise<void> {
  loadEnvFile(join(resolve(import.meta.dirname, '..'), '.env'));
  const config = readConfig(process.env);
  if (command !== 'create') refuseWithoutDatabase(config);
  const database = await openMigratedDatabase(config);
  try {
    const { societyName } = await getSettings(database.db, config);
    await work({ db: database.db, config, societyName, now: new Date() });
  } finally {
    await database.close();
  }
}

function isExplained(error: unknown): error is Error {
  return [UsageError, ConfigError, DatabaseError, Conflict, Invalid, NotFound].some((kind) => error instanceof kind);
}
