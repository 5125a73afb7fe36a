/** What the society sets up: settings, administrators and their second factor, the page Privacy, and no demo content. */
import { bidiIsolated, pluralise } from '#shared/text.ts';
import type { CheckContext, Reading } from '../check-contract.server.ts';
import { bad, good, look } from '../check-result.ts';

export async function settingsVerdict({ misspelt, config: { siteUrl, trustProxy } }: CheckContext) {
  if (misspelt.length > 0) return look(misspelt.join(' '), 'Correct the name, or take it out of .env.');
  // The site itself speaks no TLS.
  if (siteUrl.startsWith('https:') && !trustProxy)
    return look(
      'SITE_URL has https, so a proxy is in front of the site, but TRUST_PROXY is not true: limits count all visitors as one.',
      'Set TRUST_PROXY=true in .env, and restart the site.',
    );
  return good('The settings can be used.');
}

export async function administratorsVerdict({ db, config, facts }: Reading) {
  const people = await facts.people(db, config.siteUrl);
  if (people.length === 0) return bad('No one can sign in.', 'Make an administrator: npm run admin -- create');
  if (people.length === 1)
    return look(
      'There is only one administrator.',
      'Invite a second one in case this account is lost: More, Administrators, Invite.',
    );
  return good(`${people.length} administrators can sign in.`);
}

export async function secondFactorVerdict({ db, config, facts }: Reading) {
  const without = (await facts.people(db, config.siteUrl)).filter(({ hasSecondFactor }) => !hasSecondFactor);
  if (without.length === 0) return good('Every administrator has a second factor.');
  const names = without.map(({ username }) => bidiIsolated(username)).join(', ');
  return look(
    `Only a password protects ${without.length === 1 ? 'the account' : 'the accounts'} of ${names}.`,
    'Add a passkey or an authenticator app: More, Your account.',
  );
}

export async function privacyVerdict({ db, config, facts }: Reading) {
  const page = await facts.privacy(db, config);
  if (page === null)
    return look(
      'Your forms ask for email addresses, but no page says what you do with them.',
      'Read the draft Privacy, and put it on the site: More, Manage Pages.',
    );
  if (page.gap !== null)
    return look(`The page Privacy still says ${page.gap}.`, 'Please fill it in: More, Manage Pages.');
  if (page.saidDays !== null && page.saidDays !== page.days)
    return look(
      `The page Privacy says that guests are erased ${pluralise(page.saidDays, 'day')} after an event, the settings say ${page.days}.`,
      'Please check the page: More, Manage Pages.',
    );
  return good('A public page says what you do with addresses.');
}

export async function demoVerdict({ db, facts }: Reading) {
  const left = await facts.countDemo(db);
  if (left === 0) return good('No demo content is left.');
  return look(
    `${pluralise(left, 'piece')} of demo content ${left === 1 ? 'is' : 'are'} still shown to visitors.`,
    'Delete it, or press “Remove demo content” on the dashboard: First steps, Show all.',
  );
}
