/** Tells the administrators once of what turns bad, and once when it is well again. */
import { type Db, transact } from '#platform/db/db.ts';
import { enqueueEmail } from '#platform/mail/outbox/enqueue-email.ts';
import type { Finding } from './finding.ts';
import type { HealthEmail } from './health-email.ts';

export type Looked = {
  findings: readonly Finding[];
  /** The checks that were made, also those that say nothing about this site. */
  made: readonly string[];
  /** The administrators that a mail can tell; none: what is bad waits to be told. */
  recipients: readonly number[];
  /** Told without the database, while it took nothing. */
  told?: readonly Pick<Finding, 'check' | 'title'>[];
};

/**
 * What is bad is told when it is found for the second time: one slow answer is no alarm. Two processes must not come here at
 * once.
 */
export async function recordFindings(
  db: Db,
  { findings, made, recipients, told = [] }: Looked,
  now: Date,
): Promise<void> {
  const bad = findings.filter(({ level }) => level === 'bad');
  const isBad = (name: string) => bad.some(({ check }) => check === name);
  const canMail = recipients.length > 0;
  const isTold = (name: string) => told.some(({ check }) => check === name);
  await transact(db, async (trx) => {
    const known = await trx.selectFrom('healthAlerts').selectAll().execute();
    const over = known.filter(({ name }) => made.includes(name) && !isBad(name));
    // Whoever was told that it is bad is told that it is over, as soon as mails go out.
    const forgotten = over.filter(({ toldAt }) => canMail || toldAt === null);
    for (const { name } of forgotten) await trx.deleteFrom('healthAlerts').where('name', '=', name).execute();
    for (const { check, title } of bad) {
      if (known.some(({ name }) => name === check)) continue;
      const row = { name: check, title, beganAt: now.toISOString(), toldAt: isTold(check) ? now.toISOString() : null };
      await trx.insertInto('healthAlerts').values(row).execute();
    }
    if (!canMail) return;
    const again = bad.filter(({ check }) => made.includes(check));
    const due = again.filter(({ check }) => known.some(({ name, toldAt }) => name === check && toldAt === null));
    const elsewhere = told.filter(({ check }) => !isBad(check) && !known.some(({ name }) => name === check));
    const well = [...forgotten.filter(({ toldAt }) => toldAt !== null), ...elsewhere].map(({ title }) => title);
    if (due.length === 0 && well.length === 0) return;
    const content: HealthEmail = { bad: due.map(({ title, sentence, todo }) => ({ title, sentence, todo })), well };
    for (const administratorId of recipients)
      await enqueueEmail(trx, { kind: 'health-alert', to: { administratorId }, content }, now);
    for (const { check } of due)
      await trx.updateTable('healthAlerts').set({ toldAt: now.toISOString() }).where('name', '=', check).execute();
  });
}
