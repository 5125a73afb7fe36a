/** Those who have not, or perhaps not, got an issue, and whether and when it is tried again. */
export const undeliveredStates = ['retry', 'failed', 'unknown', 'skipped'] as const;
export type UndeliveredState = (typeof undeliveredStates)[number];

export type DeliveryState = 'queued' | 'sending' | 'sent' | 'kept' | UndeliveredState;

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
