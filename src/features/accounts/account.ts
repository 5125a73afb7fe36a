import { isEmailAddress, readEmailAddress } from '#shared/email-address.ts';

export const accountMessages = {
  wrongCredentials: 'Wrong username or password',
  signedIn: 'Login successful!',
  signedOut: 'Logged out successfully',
  loginFailed: 'Login failed',
  noToken: 'Authentication failed',
  noStorage:
    'This browser does not let the site remember you. Allow cookies and site data for this site, then sign in again.',
  notSignedIn: 'Please sign in.',
  busy: 'Too many people are signing in at the moment. Please try again in a few seconds.',
  taken: 'An administrator with this name or address already exists.',
  notFound: 'This administrator does not exist.',
  wrongPassword: 'This is not your current password',
} as const;

export const usernameLimit = 50;
export const passwordLimits = { min: 12, max: 128 } as const;

/** A session ends 12 hours after its last use and at the latest 7 days after sign-in; in milliseconds. */
export const sessionLifetime = { idle: 12 * 3_600_000, absolute: 7 * 24 * 3_600_000 } as const;

/** The time from the password to the second step, in milliseconds. */
export const challengeLifetimeMs = 5 * 60_000;

/** Usernames and addresses are compared by it: case and surrounding space do not count. */
export function accountKey(text: string): string {
  return text.trim().normalize('NFC').toLowerCase();
}

/** The sentence for a username that cannot be used, or null. An @ would make it look like an address. */
export function usernameProblem(username: string): string | null {
  const name = username.trim();
  if (!name) return 'Please enter a username';
  if (name.length > usernameLimit) return `The username must be at most ${usernameLimit} characters`;
  return /[\s@]/.test(name) ? 'A username has no spaces and no @' : null;
}

/** The same rule as the newsletter's form. */
export function emailProblem(email: string): string | null {
  return isEmailAddress(readEmailAddress(email)) ? null : 'Please enter a valid email address.';
}

/** False for reserved domains (RFC 6761): the first administrator may have such an address. */
export function isDeliverableAddress(email: string): boolean {
  return !/[@.](localhost|localdomain|invalid|local)$/i.test(email.trim());
}

/** The one rule that the form checks without the server. */
export function passwordLengthProblem(password: string): string | null {
  const { min, max } = passwordLimits;
  if (password.length < min) return `The password must have at least ${min} characters`;
  return password.length > max ? `The password must have at most ${max} characters` : null;
}

export const passwordResetMessages = {
  /** The same for every address, known or not. */
  asked: 'If this address belongs to an administrator, a link is on its way.',
  noMailServer:
    'This site sends no emails. Ask another administrator for a password link (More, Administrators), or ask the person who runs the server to run: npm run admin -- reset-password NAME',
} as const;
