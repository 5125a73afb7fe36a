export const accountMessages = {
  wrongCredentials: 'Wrong username or password',
  signedIn: 'Login successful!',
  signedOut: 'Logged out successfully',
  loginFailed: 'Login failed',
  noToken: 'Authentication failed',
  notSignedIn: 'Please sign in.',
} as const;

export const passwordLimits = { min: 12, max: 128 } as const;

/** A session ends 12 hours after its last use and at the latest 7 days after sign-in; in milliseconds. */
export const sessionLifetime = { idle: 12 * 3_600_000, absolute: 7 * 24 * 3_600_000 } as const;

/** Usernames and addresses are compared without regard to case and surrounding space. */
export function accountKey(text: string): string {
  return text.trim().normalize('NFC').toLowerCase();
}
