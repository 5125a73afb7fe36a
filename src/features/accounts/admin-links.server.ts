/** The links in e-mails to administrators, made when these are sent. */
import type { Db } from '#platform/db/db.ts';
import { accountKey, isRealAddress } from './account.ts';
import { objectionLink } from './account-change.ts';
import type { AdminLink } from './admin-emails.server.ts';
import { invitationLink } from './invitation.ts';
import { ownResetLink } from './invitations.server.ts';
import { objectionToken } from './objecting.server.ts';

type Action = { label: string; link: string };

/** Nobody waits for a link that was asked for the day before, or to an account that was deactivated or got another address since. */
const staleMs = 24 * 3_600_000;

type Written = { recipient: string; link: string | null; createdAt: string };

export async function isWanted(db: Db, { recipient, link: json, createdAt }: Written, now: Date): Promise<boolean> {
  if (!isRealAddress(recipient)) return false;
  const link = json === null ? null : (JSON.parse(json) as AdminLink);
  if (link?.kind !== 'choose-password') return true;
  if (now.getTime() - Date.parse(createdAt) > staleMs) return false;
  const person = db.selectFrom('administrators').select('id').where('id', '=', link.administratorId);
  const isTheirs = person.where('isActive', '=', true).where('emailKey', '=', accountKey(recipient));
  return (await isTheirs.executeTakeFirst()) !== undefined;
}

export async function actionOf(db: Db, link: AdminLink, siteUrl: string, now: Date): Promise<Action> {
  if (link.kind === 'object') {
    const token = await objectionToken(db, link.changeId, link.recipientId);
    return { label: 'This was not me', link: objectionLink(siteUrl, token) };
  }
  const { token } = await ownResetLink(db, link.administratorId, now);
  return { label: 'Choose a new password', link: invitationLink(siteUrl, token) };
}
