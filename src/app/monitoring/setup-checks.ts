/** What makes a new site the society's own: its administrators and texts, and its first backup. */
import { isClaimed, openLinksQuery } from '#features/accounts/links/account-links.server.ts';
import { passkeyDomain } from '#features/accounts/passkeys/passkey-domain.ts';
import { readBackupState } from '#features/backup/runs.server.ts';
import {
  type Check,
  type StepCheck,
  type StepContext,
  verdictWithDatabase,
} from '#features/health/check-contract.server.ts';
import { bad, good, look, type Verdict } from '#features/health/check-result.ts';
import { daysInPrivacyText, gapsIn } from '#features/pages/page.ts';
import { findPrivacyDraft } from '#features/pages/starter-pages.server.ts';
import { findPrivacyText } from '#features/settings/published-privacy-page.server.ts';
import { getSettings } from '#features/settings/settings.server.ts';
import { defaultSettings } from '#features/settings/settings.ts';
import type { Db } from '#platform/db/db.ts';
import { bidiIsolated, pluralise } from '#shared/text.ts';
import { countUneditedDemo, demoMembershipUrl, listUneditedMembers } from '../demo/remove-demo.ts';
import { backupVerdict, rehearsalVerdict } from './backup-checks.ts';

export const setupChecks: Check[] = [
  both('administrators', ['Administrators', 'A second administrator'], administratorsVerdict),
  both('second-factor', ['Second factor', 'A second factor for your account'], secondFactorVerdict),
  { name: 'account', title: '', step: { title: 'Your email address', verdict: accountVerdict } },
  { name: 'society', title: '', step: { title: 'The name of your society', verdict: societyVerdict } },
  { name: 'join', title: '', step: { title: 'The membership form', verdict: membershipFormVerdict } },
  { name: 'about', title: '', step: { title: 'The text of the About page', verdict: aboutVerdict } },
  both('privacy', ['Privacy', 'What you do with addresses'], privacyVerdict),
  { name: 'committee', title: '', step: { title: 'Your committee', verdict: committeeVerdict } },
  { name: 'backup', title: 'Backup', verdict: verdictWithDatabase(backupVerdict) },
  {
    name: 'rehearsal',
    title: 'Rehearsal of a restore',
    verdict: verdictWithDatabase(rehearsalVerdict),
    step: { title: 'A backup that can be restored', verdict: firstRehearsalVerdict },
  },
  {
    ...both('demo', ['Demo content', 'Demo content'], demoVerdict),
    verdict: verdictWithDatabase(async (context) => sendToFirstSteps(await demoVerdict(context))),
  },
];

/** The same in Site health and among the first steps. */
function both(name: string, [title, stepTitle]: [string, string], verdict: StepCheck['verdict']): Check {
  return { name, title, verdict: verdictWithDatabase(verdict), quotesNoOne: true, step: { title: stepTitle, verdict } };
}

async function firstRehearsalVerdict({ db }: StepContext) {
  if ((await readBackupState(db)).rehearsal.goodAt !== null) return good('A backup has been restored in a rehearsal.');
  return look(
    'The site makes a backup every night and rehearses every week that it can be restored.',
    'You can make the first one now.',
    { label: 'Open Backups', to: '/admin/backups' },
  );
}

async function administratorsVerdict({ db, config, facts, now }: StepContext) {
  const people = await facts.people(db, config.siteUrl);
  if (people.length === 0 && !(await isClaimed(db)))
    return bad(
      'No one has claimed this site yet.',
      'Open the link that the site prints when it starts; its log has it, too. Each start prints a new one.',
    );
  if (people.length === 0) return bad('No one can sign in.', 'Make an administrator: npm run admin -- create');
  const toAdministrators = '/admin/administrators';
  if (people.length === 1 && (await hasOpenInvitation(db, now)))
    return look('There is only one administrator. An invitation is waiting.', 'Ask your colleague to accept it.', {
      label: 'Open Administrators',
      to: toAdministrators,
    });
  if (people.length === 1)
    return look('There is only one administrator.', 'Invite a second one in case this account is lost.', {
      label: 'Invite a colleague',
      to: toAdministrators,
    });
  return good(`${people.length} administrators can sign in.`);
}

async function hasOpenInvitation(db: Db, now: Date): Promise<boolean> {
  const invitations = openLinksQuery(db, now).where('purpose', '=', 'join');
  return (await invitations.select('id').limit(1).executeTakeFirst()) !== undefined;
}

async function secondFactorVerdict({ db, config, facts, administratorId }: StepContext) {
  const people = await facts.people(db, config.siteUrl);
  const without = people.filter(({ hasSecondFactor, id }) => !hasSecondFactor && id === (administratorId ?? id));
  if (without.length === 0) return good('Every administrator has a second factor.');
  const names = without.map(({ username }) => bidiIsolated(username)).join(', ');
  const sentence = `Only a password protects ${without.length === 1 ? 'the account' : 'the accounts'} of ${names}.`;
  const factors = passkeyDomain(config.siteUrl) ? 'a passkey or an authenticator app' : 'an authenticator app';
  // Of several people each has to do it.
  const who = people.length === 1 ? 'Add' : 'Ask them to add';
  if (administratorId === null) return look(sentence, `${who} ${factors} under Your account.`);
  return look(sentence, `Add ${factors}.`, {
    label: 'Add a second factor',
    to: '/admin/account',
  });
}

async function accountVerdict({ db, config, facts, administratorId }: StepContext) {
  const own = (await facts.people(db, config.siteUrl)).find(({ id }) => id === administratorId);
  if (!own) return null;
  if (own.isReachable) return good('A link for a forgotten password reaches you.');
  return look(
    'Your account has no real email address, so you cannot get a link when you forget your password.',
    'Enter your email address. You can choose another password there, too.',
    { label: 'Open your account', to: '/admin/account' },
  );
}

async function societyVerdict({ db, config }: StepContext) {
  const { societyName, shortName, contactLine } = await getSettings(db, config);
  const isNamed = societyName !== defaultSettings.societyName || contactLine !== defaultSettings.contactLine;
  if (isNamed && (shortName !== defaultSettings.shortName || societyName.includes(shortName)))
    return good('The name is yours.');
  if (isNamed)
    return look(
      `The top of every page still says ${bidiIsolated(shortName)}.`,
      'Enter the short name of your society, too.',
      { label: 'Enter the short name', to: '/admin/settings#short-name' },
    );
  return look(
    `The site still has the name that it came with, ${bidiIsolated(societyName)}.`,
    'Enter yours, and how to reach you. Your logo and colour stand under Look, in the same settings.',
    {
      label: 'Enter your society’s name',
      to: '/admin/settings#society',
    },
  );
}

async function membershipFormVerdict({ db, config }: StepContext) {
  const { membershipUrl } = await getSettings(db, config);
  if (membershipUrl !== '' && membershipUrl !== demoMembershipUrl)
    return good('“Join Society” leads to your membership form.');
  const now = membershipUrl === '' ? 'only offers the newsletter' : 'leads to a made-up address';
  return look(`“Join Society” ${now} so far.`, 'Enter the address of your membership form.', {
    label: 'Enter the form’s address',
    to: '/admin/settings#membership',
  });
}

async function aboutVerdict({ db, config }: StepContext) {
  if ((await getSettings(db, config)).aboutText !== defaultSettings.aboutText) return good('The text is yours.');
  return look('It is still the text that came with the site.', 'Write your own in Settings.', {
    label: 'Write your own text',
    to: '/admin/settings#about',
  });
}

async function privacyVerdict({ db, config }: StepContext) {
  const text = await findPrivacyText(db);
  const openPages = { label: 'Open Pages', to: '/admin/pages' };
  if (text === null) {
    const draftId = await findPrivacyDraft(db);
    return look(
      'Your forms ask for email addresses, but no page says what you do with them.',
      'Read the draft Privacy, and put it on the site.',
      draftId === null ? openPages : { label: 'Open the draft Privacy', to: `/admin/pages?edit=${draftId}` },
    );
  }
  const [gap = null] = gapsIn(text);
  if (gap !== null) return look(`The page Privacy still says ${gap}.`, 'Please fill it in.', openPages);
  const saidDays = daysInPrivacyText(text);
  const { guestsKeptDays } = await getSettings(db, config);
  if (saidDays !== null && saidDays !== guestsKeptDays)
    return look(
      `The page Privacy says that guests are erased ${pluralise(saidDays, 'day')} after an event, the settings say ${guestsKeptDays}.`,
      'Please check the page.',
      openPages,
    );
  return good('A public page says what you do with addresses.');
}

async function committeeVerdict({ db }: StepContext) {
  const demo = await listUneditedMembers(db);
  const own = await db
    .selectFrom('members')
    .select('sortOrder')
    .where('deletedAt', 'is', null)
    .where('id', 'not in', [0, ...demo])
    .execute();
  const isInOrder = own.length < 2 || own.some(({ sortOrder }) => sortOrder !== null);
  if (own.length > 0 && isInOrder) return good('Your committee is on the site.');
  if (own.length > 0)
    return look(
      'The committee is sorted by the words of the positions: the president may come fourth.',
      'Put it in the order that you want.',
      { label: 'Put the committee in order', to: '/admin/committee?order=1' },
    );
  const now = demo.length > 0 ? 'Only demo members are on the site so far.' : 'Your committee is not on the site yet.';
  return look(now, 'Add each person’s name, position and photo.', {
    label: 'Add the first person',
    to: '/admin/committee',
  });
}

async function demoVerdict({ db }: StepContext) {
  const left = await countUneditedDemo(db);
  if (left === null) return null;
  if (left === 0) return good('No demo content is left.');
  return look(
    `${pluralise(left, 'piece')} of demo content ${left === 1 ? 'is' : 'are'} still shown to visitors.`,
    'Anything you have edited stays when you remove it.',
    { label: 'Remove demo content', method: 'DELETE', path: '/first-steps/admin' },
  );
}

/** Site health has no button for it. */
function sendToFirstSteps(verdict: Verdict | null): Verdict | null {
  return verdict?.todo
    ? { ...verdict, todo: 'Remove it (Dashboard › First steps). Anything you have edited stays.' }
    : verdict;
}
