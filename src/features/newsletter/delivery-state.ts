export type DeliveryState = 'sent' | 'sending' | 'queued' | 'retry' | 'failed' | 'unknown' | 'skipped' | 'kept';

export const deliveryStates: Readonly<Record<DeliveryState, string>> = {
  sent: 'Sent',
  sending: 'Sending',
  queued: 'Waiting',
  retry: 'Trying again',
  failed: 'Failed',
  unknown: 'Not confirmed',
  skipped: 'Skipped',
  kept: 'In the outbox',
};
