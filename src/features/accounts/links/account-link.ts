const hourMs = 3_600_000;

type Lasting = { purpose: 'join' | 'reset' | 'factor'; administratorId: number | null; createdBy: number | null };

/** How long a link works, in milliseconds. One that its owner asks for comes by email. */
export function linkLifetime({ purpose, administratorId, createdBy }: Lasting): number {
  // The first administrator's is printed by each start.
  if (purpose === 'join') return (createdBy === null ? 1 : 7) * 24 * hourMs;
  return administratorId === createdBy ? hourMs : 24 * hourMs;
}

export const accountLinkMessages = {
  unusable: 'This link has been used, withdrawn or has expired. Please ask an administrator for a new one.',
  incomplete:
    'The secret part of this link is missing, as in the emails of the outbox. Please use the link that was shown when it was made.',
  factorGone:
    'Your second factor has been removed. Sign in with your password, then set up a new one under Your account.',
  revoked: 'The invitation has been withdrawn.',
  notFound: 'This invitation does not exist.',
} as const;

/** The token is in the fragment: browsers send it to no server. */
export function accountLinkUrl(siteUrl: string, token: string): string {
  return `${siteUrl}/admin/invitation#token=${token}`;
}
