/** Emails the administrators once when a check turns bad, and once when it is good again. */
import { type Db, transact } from '#platform/db/db.ts';
import type { Facts, HealthNotice } from './check-contract.server.ts';
import type { CheckResult } from './check-result.ts';

export type Looked = {
  /** The bad results. */
  findings: readonly CheckResult[];
  /** The administrators reachable by email; with none, the report waits. */
  recipients: readonly number[];
  /** Reported directly while the database could not be written. */
  told: readonly Pick<CheckResult, 'check' | 'title'>[];
  tell: Facts['tell'];
};

/** Reports a problem when it is found for the second time, so that one slow answer raises no alarm. Two processes must not run this at once. */
export async function notifyOfHealthChanges(
  db: Db,
  { findings, recipients, told, tell }: Looked,
  now: Date,
): Promise<void> {
  const at = now.toISOString();
  const canMail = recipients.length > 0;
  await transact(db, async (trx) => {
    for (const { check, title } of told)
      await trx
        .insertInto('healthAlerts')
        .values({ name: check, title, beganAt: at, toldAt: at })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ toldAt: at }))
        .execute();
    const known = await trx.selectFrom('healthAlerts').selectAll().execute();
    for (const { check, title } of findings)
      if (!known.some(({ name }) => name === check))
        await trx.insertInto('healthAlerts').values({ name: check, title, beganAt: at, toldAt: null }).execute();
    // Everyone who was told of the problem is told that it is over, as soon as mails go out.
    const over = known.filter(({ name }) => !findings.some(({ check }) => check === name));
    const forgotten = over.filter(({ toldAt }) => canMail || toldAt === null);
    for (const { name } of forgotten) await trx.deleteFrom('healthAlerts').where('name', '=', name).execute();
    const due = findings.filter(({ check }) => known.some(({ name, toldAt }) => name === check && toldAt === null));
    const well = forgotten.filter(({ toldAt }) => toldAt !== null).map(({ title }) => title);
    if (!canMail || (due.length === 0 && well.length === 0)) return;
    const notice = healthNotice(due, well);
    for (const administratorId of recipients) await tell(trx, { ...notice, to: { administratorId } }, now);
    for (const { check } of due)
      await trx.updateTable('healthAlerts').set({ toldAt: at }).where('name', '=', check).execute();
  });
}

/** The notice about bad results and about the titles of fixed ones. */
export function healthNotice(bad: readonly CheckResult[], well: readonly string[]): HealthNotice {
  const titles = bad.map(({ title }) => title).join(', ');
  const paragraphs = [
    ...bad.flatMap(({ title, sentence, todo }) => [`${title}: ${sentence}`, ...(todo ? [`To do: ${todo}`] : [])]),
    ...(well.length > 0 ? [`This is fixed: ${well.join(', ')}.`] : []),
    ...(bad.length > 0 ? ['You get another email when it is fixed.'] : []),
  ];
  const subject = titles ? `Something is wrong with the website: ${titles}` : `Fixed: ${well.join(', ')}`;
  return { subject, paragraphs, screen: { label: 'Open Site health', path: '/admin/doctor' } };
}
