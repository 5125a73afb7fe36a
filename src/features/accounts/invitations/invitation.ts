/** An invitation works for 7 days, a link to choose a new password for one, or an hour when it comes by e-mail; in milliseconds. */
export const invitationLifetime = { join: 7 * 24 * 3_600_000, reset: 24 * 3_600_000, forgotten: 3_600_000 } as const;

export const invitationMessages = {
  unusable: 'This link has been used, withdrawn or has expired. Please ask an administrator for a new one.',
  revoked: 'The invitation has been withdrawn.',
  notFound: 'This invitation does not exist.',
} as const;

/** The page that a link opens without a session. Browsers keep the fragment to themselves: no server is told. */
export function invitationLink(siteUrl: string, token: string): string {
  return `${siteUrl}/admin/invitation#token=${token}`;
}
