/** How long a link works, in milliseconds. `forgotten` is for links that come by e-mail. */
export const invitationLifetime = {
  join: 7 * 24 * 3_600_000,
  reset: 24 * 3_600_000,
  factor: 24 * 3_600_000,
  forgotten: 3_600_000,
} as const;

export const invitationMessages = {
  unusable: 'This link has been used, withdrawn or has expired. Please ask an administrator for a new one.',
  factorGone:
    'Your second factor has been taken away. Your password alone signs you in; then set up a new one under Your account.',
  revoked: 'The invitation has been withdrawn.',
  notFound: 'This invitation does not exist.',
} as const;

/** The token is in the fragment: browsers send it to no server. */
export function invitationLink(siteUrl: string, token: string): string {
  return `${siteUrl}/admin/invitation#token=${token}`;
}
