export const deliveryStates = {
  sent: 'Sent',
  sending: 'Sending',
  queued: 'Waiting',
  retry: 'Trying again',
  failed: 'Failed',
  unknown: 'Not confirmed',
  skipped: 'Skipped',
  kept: 'In the outbox',
} as const;

export type DeliveryState = keyof typeof deliveryStates;
