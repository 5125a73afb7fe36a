/** The settings may ask a second factor of everybody from a day on. Whoever has none then can only set one up. */
import { findFactorDemand } from '#features/settings/settings.server.ts';
import { type FactorDemand, settingsMessages } from '#features/settings/settings.ts';
import type { Config } from '#platform/config/config.ts';
import type { Db } from '#platform/db/db.ts';
import { Invalid } from '#platform/errors.ts';
import { hasWorkingFactor } from './factors.server.ts';

type Site = Pick<Config, 'siteUrl' | 'timeZone'>;

/** What is asked of this account and not there: null where nothing is asked, or the account has a factor that works. */
export async function findMissingFactor(
  db: Db,
  administratorId: number,
  site: Site,
  now: Date,
): Promise<FactorDemand | null> {
  const demand = await findFactorDemand(db, site, now);
  if (!demand || (await hasWorkingFactor(db, administratorId, site.siteUrl))) return null;
  return demand;
}

/** Whoever decides about everybody has one. @throws Invalid */
export async function requireOwnFactor(db: Db, administratorId: number, siteUrl: string): Promise<void> {
  if (await hasWorkingFactor(db, administratorId, siteUrl)) return;
  throw new Invalid(settingsMessages.noOwnFactor, { secondFactorFrom: settingsMessages.noOwnFactor });
}
