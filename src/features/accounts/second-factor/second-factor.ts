/** How an account with a second factor signs in after its password. */
export type SecondFactorMethod = 'passkey' | 'app' | 'recovery-code';

export const passkeyNameLimit = 50;
export const missingPasskeyName = 'Please enter a name, such as the device that it is on';
export const mostPasskeys = 20;
export const recoveryCodeCount = 10;

export const secondFactorMessages = {
  askedForSecond: 'One more step: confirm that it is you.',
  tooLate: 'This took too long, or was already done. Please sign in again.',
  wrongCode: 'This code is wrong, or has already been used. The app shows a new one every 30 seconds.',
  wrongRecoveryCode: 'This recovery code is wrong, or has already been used.',
  tooManyCodes:
    'Too many codes were tried for this account. Please try again later, or use a passkey or a recovery code.',
  wrongFirstCode:
    'This code is wrong. Check that the clock of your phone is right, and enter the code that it shows now.',
  appRemoved: 'The authenticator app has been removed.',
  wrongPasskey: 'This passkey could not be checked. Please try again.',
  noPasskeys: 'Browsers allow passkeys only on a site with a domain name and https.',
  tooManyPasskeys: 'You have 20 passkeys already, the most possible. Remove one that you do not use.',
  knownPasskey: 'This passkey is already set up.',
  unknownPasskey: 'This passkey has already been removed.',
  passkeyRemoved: 'The passkey has been removed.',
  noApp: 'There is no authenticator app.',
  needed: 'Set up a passkey or an authenticator app first.',
} as const;

/** 'K7M2X 9QP4D' and 'k7m2x-9qp4d' are one code. */
export function normaliseCode(typed: string): string {
  return typed.toLowerCase().replace(/[\s-]/g, '');
}

export function appCodeProblem(typed: string): string | null {
  return /^\d{6}$/.test(normaliseCode(typed)) ? null : 'Please enter the six digits that the app shows';
}

export function recoveryCodeProblem(typed: string): string | null {
  return normaliseCode(typed) ? null : 'Please enter one of your recovery codes';
}

export function codesLeftSentence(left: number): string {
  if (left === 0) return 'That was your last recovery code. Make new ones under Your account.';
  return left === 1 ? 'One of your recovery codes is left.' : `${left} of your recovery codes are left.`;
}
