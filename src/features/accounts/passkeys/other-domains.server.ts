/** Passkeys of another domain than that of the site, which do not work here. */
import type { AppContext } from '#platform/context.ts';
import type { Db } from '#platform/db/db.ts';
import { passkeyDomain } from './passkey-domain.ts';
import type { Site } from './passkeys.server.ts';

/** Domains other than the site's, with the number of passkeys that work only there. */
export async function countPasskeysOfOtherDomains(
  db: Db,
  { siteUrl }: Site,
): Promise<{ domain: string; count: number }[]> {
  const rows = await db
    .selectFrom('passkeys')
    .select((row) => ['domain', row.fn.countAll<number>().as('count')])
    .where('domain', '!=', passkeyDomain(siteUrl))
    .groupBy('domain')
    .orderBy('domain')
    .execute();
  return rows.map(({ domain, count }) => ({ domain, count: Number(count) }));
}

/** Warns about passkeys of another domain, whose owners need another way in. */
export async function warnOfPasskeysOfOtherDomains({
  db,
  config,
  log,
}: Pick<AppContext, 'db' | 'config' | 'log'>): Promise<void> {
  for (const { domain, count } of await countPasskeysOfOtherDomains(db, config))
    log.warn(
      `${count} passkeys were made for ${domain} and do not work at ${config.siteUrl}: their owners sign in by a code, and add new ones.`,
    );
}
