/** What the page can be narrowed to. */
export const activityKinds = [
  ['articles', 'Articles'],
  ['events', 'Events'],
  ['members', 'Committee'],
  ['newsletter', 'Newsletter'],
  ['administrators', 'Administrators'],
  ['settings', 'Settings'],
  ['other', 'Everything else'],
] as const;
export type ActivityKind = (typeof activityKinds)[number][0];

/** The part of an action before its point, and the kind it belongs to; any other is 'other'. */
export const kindsOfNouns: Readonly<Record<string, ActivityKind>> = {
  article: 'articles',
  event: 'events',
  member: 'members',
  newsletter: 'newsletter',
  subscriber: 'newsletter',
  administrator: 'administrators',
  account: 'administrators',
  session: 'administrators',
  settings: 'settings',
};

export function kindOf(action: string): ActivityKind {
  return kindsOfNouns[nounOf(action)] ?? 'other';
}

export function nounOf(action: string): string {
  return action.split('.')[0] ?? '';
}

export const activityMessages = { loadFailed: 'Failed to load the activity' } as const;

/** Audit rows are kept this long; in days. */
export const keptDays = 400;
