/** Messages of the start for a person at a console, beside the structured log. */
import { join } from 'node:path';
import { accountLinkUrl } from '#features/accounts/links/account-link.ts';
import { type Config, ConfigError } from '#platform/config/config.ts';
import { misspeltSettings } from '#platform/config/misspelt-settings.ts';
import { siteVersion } from '#platform/config/site-version.ts';
import { plainMailWarning } from '#platform/config/smtp-tls-option.ts';
import { outageOf } from '#platform/db/database-error.ts';
import { DatabaseError } from '#platform/db/db.ts';
import { isLostWithContainer, lostFolderSentence, lostFolderTodo } from '#platform/files/folder-state.ts';
import { type OutageReason, outageSentences, outageTodos } from '#shared/outage.ts';
import { lostBackupsSentence, lostBackupsTodo } from '../monitoring/backup-checks.ts';
import { ListenError } from '../node-server.ts';

/** Why the site has not started. */
export function printStartFailure(error: unknown): void {
  const isExplained = error instanceof ConfigError || error instanceof DatabaseError || error instanceof ListenError;
  const outage = outageOf(error);
  if (isExplained) console.error(error.message);
  else console.error(outage ? `The site cannot start. ${outageSentences[outage]}` : error);
  if (outage === 'database_away' || (outage && !isExplained)) console.error(outageTodos[outage]);
  if (error instanceof ConfigError) for (const line of misspeltSettings(process.env)) console.error(`  - ${line}`);
}

/** `outage`: why nothing can be saved from the start. */
export function printStart(config: Config, firstLink: { token: string } | null, outage?: OutageReason): void {
  const lines = [
    '',
    ...(outage ? [`  ${outageSentences[outage]} ${outageTodos[outage]}`, ''] : []),
    `  The site is running at ${config.siteUrl}, version ${siteVersion}`,
    `  Administrators sign in at ${config.siteUrl}/admin`,
  ];
  for (const warning of startWarnings(config)) lines.push('', `  ${warning}`);
  if (!config.smtpUrl) lines.push('', `  No SMTP_URL is set: emails are kept in ${join(config.dataDir, 'outbox')}`);
  lines.push(...firstLinkLines(config.siteUrl, firstLink));
  console.log(`${lines.join('\n')}\n`);
}

/** What the operator should know before the first visitor comes. */
export function startWarnings({ smtpUrl, dataDir, databaseUrl, s3, backup }: Config): string[] {
  const plain = smtpUrl ? plainMailWarning(smtpUrl) : null;
  const hasOwnFiles = !databaseUrl || !s3;
  return [
    ...(plain === null ? [] : [plain]),
    ...(hasOwnFiles && isLostWithContainer(dataDir) ? [lostFolderSentence(dataDir), lostFolderTodo] : []),
    ...(!backup.s3 && isLostWithContainer(backup.dir) ? [lostBackupsSentence(backup.dir), lostBackupsTodo] : []),
  ];
}

function firstLinkLines(siteUrl: string, link: { token: string } | null): string[] {
  if (!link) return [];
  return [
    '',
    '  This site has no administrator yet. Open this link to become the first: it works once, for 24 hours.',
    `    ${accountLinkUrl(siteUrl, link.token)}`,
  ];
}
