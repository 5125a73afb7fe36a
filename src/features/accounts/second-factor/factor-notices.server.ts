/** Emails the owner of an account about each change of its second factor. */
import type { Db } from '#platform/db/db.ts';
import { enqueueNotice } from '../changes/notify-administrators.server.ts';

/** What each subject says, and what it means. */
const changes = {
  'add-app': [
    'An authenticator app has been set up for your account',
    'From now on, signing in asks for a code from that app.',
  ],
  'remove-app': [
    'The authenticator app of your account has been removed',
    'Its codes no longer work. Unless you have a passkey, your password alone now signs you in.',
  ],
  'add-passkey': ['A passkey has been added to your account', ''],
  'remove-passkey': ['A passkey of your account has been removed', ''],
  'new-codes': ['Your account has new recovery codes', 'The earlier recovery codes no longer work.'],
  'use-code': ['A recovery code was used to sign in to your account', ''],
  reset: [
    'The second factor of your account has been removed',
    'Your password alone now signs you in. Your old passkeys, authenticator app and recovery codes no longer work. Set up a new second factor on the page Your account.',
  ],
} as const;

/** Call it in the transaction of the change. */
export async function notifyOwnerOfFactorChange(
  trx: Db,
  { administratorId, change, detail }: { administratorId: number; change: keyof typeof changes; detail?: string },
  now: Date,
): Promise<void> {
  const [subject, meaning] = changes[change];
  const paragraphs = [
    ...[detail ?? meaning].filter(Boolean),
    'If you expected this, there is nothing to do.',
    'If it was not you, someone else is using your account: choose a new password at once by "Forgot your password?" on the sign-in page, look at the second factor on the page Your account, and tell the other administrators.',
  ];
  await enqueueNotice(trx, { to: { administratorId }, subject, paragraphs }, now);
}
