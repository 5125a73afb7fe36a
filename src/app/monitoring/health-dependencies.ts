/** What the checks need from other features. */
import { isDeliverableAddress } from '#features/accounts/account.ts';
import { composeNotice } from '#features/accounts/account-email-kinds.server.ts';
import { enqueueNotice } from '#features/accounts/changes/notify-administrators.server.ts';
import { findIdsWithoutWorkingFactor } from '#features/accounts/second-factor/factors.server.ts';
import type { Facts } from '#features/health/check-contract.server.ts';
import { getSettings } from '#features/settings/settings.server.ts';
import { defaultSettings } from '#features/settings/settings.ts';
import { setupChecks } from './setup-checks.ts';

export const healthDependencies: Facts = {
  async people(db, siteUrl) {
    const people = await db
      .selectFrom('administrators')
      .select(['id', 'username', 'email'])
      .where('isActive', '=', true)
      .orderBy('usernameKey')
      .execute();
    const ids = people.map(({ id }) => id);
    const without = await findIdsWithoutWorkingFactor(db, ids, siteUrl);
    return people.map((person) => ({
      ...person,
      isReachable: isDeliverableAddress(person.email),
      hasSecondFactor: !without.has(person.id),
    }));
  },
  tell: enqueueNotice,
  write: async ({ db, config }, to, notice) => {
    const settings = await getSettings(db, config).catch(() => defaultSettings);
    return composeNotice(to, notice, { settings, siteUrl: config.siteUrl });
  },
  setupChecks,
};
