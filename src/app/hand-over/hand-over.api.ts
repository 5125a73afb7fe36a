/** What the next committee has to be given: where everything is. No password and no key is in it. */
import { z } from '@hono/zod-openapi';
import { findNewestBackup } from '#features/backup/keeping/backup-files.server.ts';
import { siteVersion } from '#platform/config/site-version.ts';
import type { AppContext } from '#platform/context.ts';
import { createApiApp, returns, routesOf } from '#platform/http/api.ts';
import { HandOverPart } from './hand-over.schema.ts';

const route = routesOf('Hand-over');
const read = route('get', '/', 'Read where the site, its domain, its emails and its backups are', {
  200: returns(z.array(HandOverPart), 'The parts of the page, in their order'),
});

/** Under /hand-over/admin. */
export function handOverApi(context: AppContext) {
  return { adminRoutes: createApiApp().openapi(read, async (c) => c.json(await readHandOver(context), 200)) };
}

async function readHandOver({ db, config, clock }: AppContext): Promise<HandOverPart[]> {
  const { siteUrl, dataDir, databaseUrl, s3, smtpUrl, mailFrom, backup } = config;
  const { newest } = await findNewestBackup(config, clock.now());
  const accounts = db.selectFrom('administrators').select(['username', 'email']).where('isActive', '=', true);
  return [
    {
      title: 'Server',
      known: [
        `Version ${siteVersion} of the site`,
        `Data: ${dataDir}`,
        ...(databaseUrl ? [`PostgreSQL: ${hostOf(databaseUrl)}`] : []),
        ...(s3 ? [`Pictures: bucket ${s3.bucket} at ${hostOf(s3.endpoint)}`] : []),
      ],
      byHand: ['Provider and customer number', 'Who may sign in to it, and how', 'Paid by, until'],
    },
    { title: 'Domain', known: [siteUrl], byHand: ['Registered at, and account', 'Paid by, until'] },
    {
      title: 'Email',
      known: smtpUrl ? [`Server: ${hostOf(smtpUrl)}`, `Sender: ${mailFrom.address}`] : ['No mail server is set.'],
      byHand: ['Provider and account', 'Where its password is kept'],
    },
    {
      title: 'Backups',
      known: [
        `Folder: ${backup.dir}`,
        `Newest: ${newest?.name ?? 'none'}`,
        backup.s3
          ? `Copies: bucket ${backup.s3.bucket} at ${hostOf(backup.s3.endpoint)}`
          : 'No copies elsewhere are set.',
      ],
      byHand: ['Copies elsewhere'],
    },
    {
      title: 'Pass phrase of backups',
      known: [backup.passphrase ? 'Backups are encrypted: no one can open them without it.' : 'None is set.'],
      byHand: ['Where it is kept (not on this page)'],
    },
    {
      title: 'Administrators',
      known: (await accounts.orderBy('username').execute()).map(({ username, email }) => `${username}, ${email}`),
      byHand: ['Who looks after the server'],
    },
  ];
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : '';
}
