export const passwordResetMessages = {
  /** The same for all. */
  asked: 'If this address belongs to an administrator, a link is on its way.',
  noMailServer:
    'This site sends no e-mails. Ask another administrator for a password link (More, Administrators), or whoever runs the server to enter: npm run admin -- reset-password NAME',
} as const;
