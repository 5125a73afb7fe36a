export const issueStates = ['sending', 'paused', 'cancelled', 'done'] as const;
export type IssueState = (typeof issueStates)[number];

const stateWords: Readonly<Record<IssueState, string>> = {
  sending: 'Sending',
  paused: 'Paused',
  cancelled: 'Cancelled',
  done: 'Done',
};

/** 'Done, 6 in doubt'; what is kept here has been sent to nobody. */
export function issueStateWords(state: IssueState, unknown: number, kept = 0): string {
  if (state === 'done' && kept > 0) return 'Kept here';
  return isOver(state) && unknown > 0
    ? `${stateWords[state]}, ${unknown.toLocaleString('en-US')} in doubt`
    : stateWords[state];
}

export function isOver(state: IssueState): boolean {
  return state === 'done' || state === 'cancelled';
}
