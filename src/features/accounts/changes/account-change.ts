/** How long a change to an account can be reverted, in milliseconds. */
export const revertibleMs = 72 * 3_600_000;

export const revertMessages = {
  unusable: 'This link has been used already or has expired.',
  lastActive: 'This is the only active account: it cannot be deactivated.',
} as const;

export type ChangeKind =
  | 'invitation'
  | 'reset-link'
  | 'factor-link'
  | 'deactivation'
  | 'reactivation'
  | 'address'
  | 'export'
  | 'mail-settings';

/** The token is in the fragment: browsers send it to no server. */
export function revertLink(siteUrl: string, token: string): string {
  return `${siteUrl}/admin/objection#token=${token}`;
}

/** Names. `actor` is null for the command line, `person` is whom the change is about. */
export type ChangeWords = { kind: ChangeKind; actor: string | null; person: string };

/** 'anna has deactivated the account of ben', without a full stop. */
export function changeSentence({ kind, actor, person }: ChangeWords): string {
  const who = actor ?? 'Somebody on the command line of the server';
  const done: Record<ChangeKind, string> = {
    invitation: `invited ${person} to become an administrator`,
    'reset-link': `made a link for ${person} to choose a new password`,
    'factor-link': `made a link that takes the second factor of ${person} away`,
    deactivation: `deactivated the account of ${person}`,
    reactivation: `reactivated the account of ${person}`,
    address:
      actor === person ? 'changed the e-mail address of their account' : `changed the e-mail address of ${person}`,
    export: 'downloaded addresses of readers',
    'mail-settings': 'changed what every e-mail says: the name of the society or the contact line',
  };
  return `${who} has ${done[kind]}`;
}

/** What a revert does: the second half of a sentence, without a full stop. */
export function revertConsequence({ kind, actor, person }: ChangeWords): string {
  if (kind === 'export') return `${actor} is signed out everywhere, though the file cannot be called back`;
  const done: Record<Exclude<ChangeKind, 'export'>, string> = {
    invitation: 'the invitation is withdrawn, or whoever has joined by it deactivated',
    'reset-link': 'the link stops working, or if it was used, the password of before works again',
    'factor-link': `the link stops working, or if it was used, ${person} is signed out everywhere, and sets up a new second factor`,
    deactivation: `the account of ${person} is active again`,
    reactivation: `the account of ${person} is deactivated again`,
    address: 'the address of before is back',
    'mail-settings': 'both are as before',
  };
  return actor === null ? done[kind] : `${done[kind]}, and ${actor} is signed out everywhere`;
}

/** What the revert did. */
export function revertedSentence({ kind, actor, person }: ChangeWords): string {
  const done: Record<ChangeKind, string> = {
    invitation: 'The invitation has been withdrawn, and whoever joined by it is deactivated.',
    'reset-link': `The link does not work any more. ${person} signs in with the password of before.`,
    'factor-link': `The link does not work any more. If it was used, ${person} has been signed out everywhere: a new second factor is needed.`,
    deactivation: `The account of ${person} is active again.`,
    reactivation: `The account of ${person} is deactivated again.`,
    address: `The e-mail address of ${person} is the one of before.`,
    export: 'The file cannot be called back.',
    'mail-settings': 'The name of the society and the contact line are as before.',
  };
  return actor === null ? done[kind] : `${done[kind]} ${actor} has been signed out everywhere.`;
}
