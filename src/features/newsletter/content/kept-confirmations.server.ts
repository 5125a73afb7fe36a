/** Confirmations that were kept because no mail server was set: once there is one, administrators may send the recent ones. */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import type { AppContext } from '#platform/context.ts';
import { countRows } from '#platform/db/count-rows.ts';
import { type Db, transact } from '#platform/db/db.ts';

type Context = Pick<AppContext, 'db' | 'config'>;

/** Of the newsletter and of signing up; older ones are no longer expected. */
const kinds = ['confirm', 'registration-confirm'];
const recentMs = 24 * 3_600_000;

export async function countKeptConfirmations({ db, config }: Context, now: Date): Promise<number> {
  return config.smtpUrl === undefined ? 0 : countRows(kept(db, now));
}

/** Returns how many are queued; each is composed again, with a new link. */
export async function sendKeptConfirmations(context: Context, { administratorId, now }: Actor): Promise<number> {
  if (context.config.smtpUrl === undefined) return 0;
  return transact(context.db, async (trx) => {
    const sent = await trx
      .updateTable('mails')
      .set({ state: 'queued', attempts: 0, nextAttemptAt: now.toISOString(), smtpCode: null, smtpAnswer: null })
      .where('id', 'in', kept(trx, now).select('id'))
      .executeTakeFirst();
    const mails = Number(sent.numUpdatedRows);
    const entry = { at: now, administratorId, action: 'newsletter.send-kept', entityId: null } as const;
    if (mails > 0) await audit(trx, { ...entry, detail: { mails } });
    return mails;
  });
}

function kept(db: Db, now: Date) {
  const since = new Date(now.getTime() - recentMs).toISOString();
  const mails = db.selectFrom('mails').where('state', '=', 'kept').where('kind', 'in', kinds);
  return mails.where('issueId', 'is', null).where('createdAt', '>', since);
}
