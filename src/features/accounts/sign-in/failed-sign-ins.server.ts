/**
 * Records refused sign-ins. After many wrong passwords for one account its owner gets an e-mail. The account is not locked:
 * that would let anyone lock it.
 */
import { audit } from '#platform/audit.ts';
import { type Db, transact } from '#platform/db/db.ts';
import { claimUntil, incrementHourlyCount } from '#platform/rate-limit.ts';
import { enqueueNotice } from '../changes/notices.server.ts';
import type { Attempt } from './throttle.server.ts';

const mostInAnHour = 100;
const hourMs = 3_600_000;
const oneMailEveryMs = 24 * hourMs;
/** Stands for no account: no administrator has this id. */
const noOne = 0;

/** `administratorId` is null for an unknown name. */
export async function recordFailedSignIn(db: Db, administratorId: number | null, attempt: Attempt): Promise<void> {
  await transact(db, async (trx) => {
    await auditFailedSignIn(trx, administratorId, attempt.now);
    if (!attempt.budget) await warnOfGuessing(trx, administratorId, attempt.now);
  });
}

/**
 * Counts a wrong password from a browser that is not known. Beyond 100 in an hour the owner gets an e-mail, at most
 * one a day. It does the same without an account: the time of an answer must not tell which names exist.
 */
export async function warnOfGuessing(db: Db, administratorId: number | null, now: Date): Promise<void> {
  const id = administratorId ?? noOne;
  await transact(db, async (trx) => {
    if ((await incrementHourlyCount(trx, `strangers:${id}`, now)).count <= mostInAnHour) return;
    if (await claimWarning(trx, `warned:${id}`, now))
      await enqueueNotice(trx, { to: { administratorId: id }, ...warning }, now);
  });
}

/** Someone has the password and tries codes of the app. At most one e-mail a day. */
export async function warnOfCodes(db: Db, administratorId: number, now: Date): Promise<void> {
  await transact(db, async (trx) => {
    if (await claimWarning(trx, `warned-of-codes:${administratorId}`, now))
      await enqueueNotice(trx, { to: { administratorId }, ...codesWarning }, now);
  });
}

const codesWarning = {
  subject: 'Someone knows your password and is trying codes',
  paragraphs: [
    'In the last hour someone entered your password and then tried many codes of your authenticator app.',
    'No one got in. Until they stop, a passkey or a recovery code signs in from where they try; codes of the app work in a browser that you have signed in with before.',
    'What to do: choose a new password at once, on the page Your account in the menu More or by "Forgot your password?" on the sign-in page.',
    'Such an e-mail comes at most once a day.',
  ],
};

const warning = {
  subject: 'Someone is trying to guess your password',
  paragraphs: [
    'In the last hour more than 100 wrong passwords were tried for your account, from browsers that you have never signed in with.',
    'No one got in. Your account is not locked: you can sign in as usual, while each wrong guess has to wait longer.',
    'What to do: nothing, if your password is long and you use it nowhere else. Otherwise sign in and choose a new one on the page Your account in the menu More. There you also see where you are signed in, and sign out what you do not know.',
    'Such an e-mail comes at most once a day.',
  ],
};

/** True once a day. */
function claimWarning(trx: Db, key: string, now: Date): Promise<boolean> {
  return claimUntil(trx, key, new Date(now.getTime() + oneMailEveryMs), now);
}

/** One audit row for each hour and account, so that guessing cannot flood the table. */
async function auditFailedSignIn(trx: Db, administratorId: number | null, now: Date): Promise<void> {
  const since = new Date(now.getTime() - hourMs).toISOString();
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
    return audit(trx, { at: now, administratorId: null, action: 'session.refuse', entityId: administratorId, detail });
  }
  const { count } = JSON.parse(row.detail) as { count: number };
  await trx
    .updateTable('audit')
    .set({ detail: JSON.stringify({ count: count + 1 }) })
    .where('id', '=', row.id)
    .execute();
}
