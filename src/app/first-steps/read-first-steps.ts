/** The steps that a new site still needs. A step is done when the site shows it, not when someone ticks it. */
import { hasSecondFactor } from '#features/accounts/second-factor/factors.server.ts';
import { readBackupState } from '#features/backup/runs.server.ts';
import { gapIn } from '#features/pages/page.ts';
import { findPrivacyDraft } from '#features/pages/starter-pages.server.ts';
import { findPrivacyText } from '#features/settings/published-privacy-page.server.ts';
import { getSettings, putSetting } from '#features/settings/settings.server.ts';
import { defaultSettings } from '#features/settings/settings.ts';
import type { Actor } from '#platform/actor.ts';
import type { AppContext } from '#platform/context.ts';
import { countRows } from '#platform/db/count-rows.ts';
import type { Db } from '#platform/db/db.ts';
import { countUneditedDemo, demoMembershipUrl, listUneditedMembers } from '../demo/remove-demo.ts';
import type { FirstStepsState, stepNames } from './first-steps.schema.ts';

/** The key of the setting that hides the steps for all administrators. */
const dismissedKey = 'firstHourDismissed';
/** Set once all steps are done: some evidence, such as a sent mail, is deleted later. */
const doneKey = 'firstHourDone';

type Done = Record<(typeof stepNames)[number], boolean>;

/** The steps as this administrator sees them. */
export async function readAndRecordFirstSteps(
  { db, config }: Pick<AppContext, 'db' | 'config'>,
  { administratorId, now }: Actor,
): Promise<FirstStepsState> {
  const { membershipUrl, aboutText } = await getSettings(db, config);
  const demo = await countUneditedDemo(db);
  const privacy = await findPrivacyText(db);
  const hasMailServer = config.smtpUrl !== undefined;
  const done: Done = {
    address: !isLocal(config.siteUrl),
    mail: hasMailServer && (await hasMailed(db)),
    colleague: (await countRows(db.selectFrom('administrators').where('isActive', '=', true))) > 1,
    'second-factor': await hasSecondFactor(db, administratorId),
    join: membershipUrl !== '' && membershipUrl !== demoMembershipUrl,
    about: aboutText !== defaultSettings.aboutText,
    privacy: privacy !== null && gapIn(privacy) === null,
    committee: await hasOwnMember(db),
    backup: (await readBackupState(db)).rehearsal.goodAt !== null,
    demo: (demo ?? 0) === 0,
  };
  const { demo: isOwn, ...others } = done;
  const entries = Object.entries(demo === null ? others : { ...others, demo: isOwn });
  const steps = entries.map(([name, isDone]) => ({ name: name as keyof Done, isDone }));
  const wereDone = await isNoted(db, doneKey);
  const areDone = steps.every(({ isDone }) => isDone);
  if (areDone && !wereDone) await putSetting(db, doneKey, true, now);
  return {
    isShown: !wereDone && !areDone && !(await isNoted(db, dismissedKey)),
    steps,
    siteUrl: config.siteUrl,
    hasMailServer,
    testArticleId: await newestArticle(db),
    privacyDraftId: await findPrivacyDraft(db),
    demo,
  };
}

export function dismissFirstSteps(db: Db, now: Date): Promise<void> {
  return putSetting(db, dismissedKey, true, now);
}

async function isNoted(db: Db, key: string): Promise<boolean> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst();
  return row?.value === 'true';
}

/** No one else can open such an address. */
function isLocal(siteUrl: string): boolean {
  const { hostname } = new URL(siteUrl);
  const isNamed = hostname === 'localhost' || hostname.endsWith('.localhost') || hostname.endsWith('.local');
  return isNamed || hostname.startsWith('127.') || ['0.0.0.0', '[::]', '[::1]'].includes(hostname);
}

/** A mail server has taken a mail; one that is kept in the outbox does not count. */
async function hasMailed(db: Db): Promise<boolean> {
  const email = db.selectFrom('mails').select('id').where('issueId', 'is', null).where('state', '=', 'sent');
  if (await email.limit(1).executeTakeFirst()) return true;
  const newsletter = db.selectFrom('mails').select('id').where('issueId', 'is not', null).where('state', '=', 'sent');
  return (await newsletter.limit(1).executeTakeFirst()) !== undefined;
}

async function hasOwnMember(db: Db): Promise<boolean> {
  const demo = new Set(await listUneditedMembers(db));
  const rows = await db.selectFrom('members').select('id').where('deletedAt', 'is', null).execute();
  return rows.some(({ id }) => !demo.has(id));
}

async function newestArticle(db: Db): Promise<number | null> {
  const rows = db.selectFrom('articles').select('id').where('deletedAt', 'is', null).orderBy('id', 'desc').limit(1);
  return (await rows.executeTakeFirst())?.id ?? null;
}
