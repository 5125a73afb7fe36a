/** Records refused sign-ins, and tells whose password is known. The account is not locked: that would let anyone lock it. */
import { audit } from '#platform/audit.ts';
import { type Db, transact } from '#platform/db/db.ts';
import { claimUntil } from '#platform/rate-limit.ts';
import { enqueueNotice } from '../changes/notify-administrators.server.ts';

const hourMs = 3_600_000;
const oneMailEveryMs = 24 * hourMs;

/** One audit row for each hour and account, so that guessing cannot flood the table. `administratorId` is null for an unknown name. */
export async function recordFailedSignIn(db: Db, administratorId: number | null, now: Date): Promise<void> {
  const since = new Date(now.getTime() - hourMs).toISOString();
  await transact(db, async (trx) => {
    const row = await trx
      .selectFrom('audit')
      .select(['id', 'detail'])
      .where('action', '=', 'session.refuse')
      .where('at', '>', since)
      .where('entityId', administratorId === null ? 'is' : '=', administratorId)
      .orderBy('id', 'desc')
      .forUpdate()
      .executeTakeFirst();
    if (!row) {
      const detail = { count: 1 };
      return audit(trx, {
        at: now,
        administratorId: null,
        action: 'session.refuse',
        entityId: administratorId,
        detail,
      });
    }
    const { count } = JSON.parse(row.detail) as { count: number };
    await trx
      .updateTable('audit')
      .set({ detail: JSON.stringify({ count: count + 1 }) })
      .where('id', '=', row.id)
      .execute();
  });
}

/** Someone knows the password and is trying codes of the app. Sends at most one email a day. */
export async function warnOfCodeGuessing(db: Db, administratorId: number, now: Date): Promise<void> {
  await transact(db, async (trx) => {
    const nextAt = new Date(now.getTime() + oneMailEveryMs);
    if (await claimUntil(trx, `warned-of-codes:${administratorId}`, nextAt, now))
      await enqueueNotice(trx, { to: { administratorId }, ...codesWarning }, now);
  });
}

const codesWarning = {
  subject: 'Someone knows your password and is trying codes',
  paragraphs: [
    'In the last hour someone entered your password and then tried many authenticator codes.',
    'No one got in. Until they stop, codes from the app may work only in a browser that you have signed in with before. A passkey or a recovery code always works.',
    'What to do: choose a new password now. Open Your account at the top of the administrator area, or use "Forgot your password?" on the sign-in page.',
    'You get this email at most once a day.',
  ],
};
