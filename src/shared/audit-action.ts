/** Noun and verb. Each needs its sentence in `features/activity/sentences.ts`, or nothing compiles. */
export type AuditAction =
  | `${'article' | 'event' | 'member'}.${'create' | 'update' | 'image' | 'delete' | 'restore' | 'revert' | 'purge'}`
  | `article.${'publish' | 'preview' | 'withdraw-preview'}`
  | `newsletter.${'send' | 'test' | 'pause' | 'resume' | 'cancel' | 'retry' | 'resend' | 'export'}`
  | `newsletter.${'send-kept' | 'discard-kept'}`
  | `subscriber.${'add' | 'remove' | 'lift' | 'erase' | 'export' | 'import' | 'confirm' | 'unsubscribe'}`
  | `subscriber.${'suppress' | 'keep' | 'resubscribe'}`
  | `administrator.${'create' | 'invite' | 'withdraw' | 'join' | 'deactivate' | 'reactivate' | 'sign-out'}`
  | `administrator.${'reset-link' | 'reset' | 'object'}`
  | `account.${'forgotten' | 'reset' | 'password' | 'update'}`
  | `session.${'open' | 'close' | 'refuse'}`
  | `settings.${'update' | 'revert'}`
  | 'upload.sweep'
  | 'links.rotate';
