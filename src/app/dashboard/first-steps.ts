/** The steps that a new site still needs. A step is done when the site shows it, not when someone ticks it. */
import { runFirstSteps } from '#features/health/checks.server.ts';
import { putSetting, readSetting } from '#features/settings/settings.server.ts';
import type { Actor } from '#platform/actor.ts';
import type { AppContext } from '#platform/context.ts';
import type { Db } from '#platform/db/db.ts';
import { healthDependencies } from '../monitoring/health-dependencies.ts';
import type { Glance } from './dashboard.schema.ts';

/** The key of the setting that hides the steps for all administrators. */
const dismissedKey = 'firstHourDismissed';
/** Set once all steps are done: some evidence, such as a sent mail, is deleted later. */
const doneKey = 'firstHourDone';

/** What one does first comes first. */
const order =
  'account society join about committee administrators privacy smtp second-factor address rehearsal demo'.split(' ');

/** The steps as this administrator sees them. */
export async function readAndRecordFirstSteps(
  { db, config }: Pick<AppContext, 'db' | 'config'>,
  { administratorId, now }: Actor,
): Promise<Glance['firstSteps']> {
  const found = await runFirstSteps({ db, config, now, administratorId, facts: healthDependencies });
  found.sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
  const steps = found.map(({ level, ...step }) => ({ ...step, isDone: level === 'good' }));
  const wereDone = await readSetting<true>(db, doneKey);
  const areDone = steps.every(({ isDone }) => isDone);
  if (areDone && !wereDone) await putSetting(db, doneKey, true, now);
  return { isShown: !wereDone && !areDone && !(await readSetting<true>(db, dismissedKey)), steps };
}

export function dismissFirstSteps(db: Db, now: Date): Promise<void> {
  return putSetting(db, dismissedKey, true, now);
}
