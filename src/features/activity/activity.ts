import type { Kind } from '#features/items/kind.ts';

/** The choices of the filter, beside the kinds. */
const others = [
  ['newsletter', 'Newsletter'],
  ['administrators', 'Administrators'],
  ['settings', 'Settings'],
  ['other', 'Everything else'],
] as const;

/** A name and its label each. */
export function activityChoices(kinds: readonly Kind[]): [name: string, label: string][] {
  return [
    ...kinds.map(({ name, label }): [string, string] => [name, label]),
    ...others.map(([...one]): [string, string] => one),
  ];
}

/** The choice of each action's first part; any other is 'other'. */
export function choicesOfNouns(kinds: readonly Kind[]): Record<string, string> {
  return {
    ...Object.fromEntries(kinds.map(({ noun, name }) => [noun, name])),
    registration: 'events',
    newsletter: 'newsletter',
    issue: 'newsletter',
    subscriber: 'newsletter',
    administrator: 'administrators',
    account: 'administrators',
    session: 'administrators',
    settings: 'settings',
  };
}

export function nounOf(action: string): string {
  return action.split('.')[0] ?? '';
}

export const activityMessages = { loadFailed: 'Failed to load the activity' } as const;

/** Audit rows are kept this long; in days. */
export const keptDays = 400;
