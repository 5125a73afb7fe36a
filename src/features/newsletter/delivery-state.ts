/** Those who have not, or perhaps not, got an issue, and whether and when it is tried again. */
export const missedStates = ['retry', 'failed', 'unknown', 'skipped'] as const;
export type MissedState = (typeof missedStates)[number];

export type DeliveryState = 'queued' | 'sending' | 'sent' | 'kept' | MissedState;

/** In the order in which they are shown. */
export const deliveryStates: Readonly<Record<DeliveryState, string>> = {
  sent: 'Sent',
  sending: 'Being handed over',
  queued: 'Waiting',
  retry: 'Trying again',
  failed: 'Failed',
  unknown: 'In doubt',
  skipped: 'Left out',
  kept: 'Kept here',
};
