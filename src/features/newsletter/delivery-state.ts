export type DeliveryState = 'sent' | 'sending' | 'queued' | 'retry' | 'failed' | 'unknown' | 'skipped' | 'kept';

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
