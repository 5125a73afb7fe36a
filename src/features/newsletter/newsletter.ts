/** B6: one @, a dot in the domain, no spaces. */
export const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
export const maxEmailLength = 254;

export const newsletterMessages = {
  invalidEmail: 'Please enter a valid email address.',
  subscribed: 'Subscribed! Please check your inbox to verify your email.',
  subscribeRefused: 'Something went wrong. Are you already subscribed?',
  subscribeFailed: 'Subscription failed. Please try again later.',
  verified: 'Email successfully verified!',
  verifyRefused: 'Verification failed',
  verifyFailed: 'Verification failed. Please try again later.',
  verifyException: 'An error occurred during verification. Please try again later.',
  verifyInvalidAnswer: 'Invalid response format from server',
  missingAddress: 'Missing email address in the unsubscribe link.',
  unsubscribed: 'You have been unsubscribed.',
  unsubscribeFailed: 'Unsubscription failed. This link may be invalid or expired.',
  sendFailed: 'Failed to send newsletter',
} as const;

export function isEmail(value: string): boolean {
  return value.length <= maxEmailLength && emailPattern.test(value);
}
