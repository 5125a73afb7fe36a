/** Noun and verb. An action without a sentence does not compile. */
export type AuditAction = SiteAction | ItemAction;

/** An action on an item of a kind: 'event.delete'. Only `auditActionOf` makes one, from the verbs of the kind. */
export type ItemAction = string & { readonly isOfKind: true };

/** What happens to an issue: 'newsletter.send' of an article, 'issue.send' of a digest or note. */
export type IssueVerb =
  | 'send'
  | 'test'
  | 'pause'
  | 'resume'
  | 'cancel'
  | 'retry'
  | 'resend'
  | 'export'
  | 'undo'
  | ArchiveVerb;

type ArchiveVerb = 'withdraw' | 'show';

/** Anything else; the sentences are in `features/activity/sentences.ts`. */
export type SiteAction =
  | `newsletter.${IssueVerb}`
  | `issue.${IssueVerb | 'create' | 'delete' | 'schedule' | 'stop'}`
  | 'newsletter.thin'
  | `newsletter.${'send-kept' | 'discard-kept'}`
  | `subscriber.${'add' | 'remove' | 'lift' | 'erase' | 'export' | 'import' | 'confirm' | 'unsubscribe'}`
  | `subscriber.${'suppress' | 'keep' | 'resubscribe' | 'choose'}`
  | `bounce.${'ours' | 'unread'}`
  | `administrator.${'create' | 'invite' | 'withdraw' | 'join' | 'deactivate' | 'reactivate' | 'sign-out'}`
  | `administrator.${'reset-link' | 'factor-link' | 'reset' | 'object' | 'reset-factor' | 'erase'}`
  | `account.${'forgotten' | 'reset' | 'password' | 'update'}`
  | `account.${'add-app' | 'remove-app' | 'add-passkey' | 'remove-passkey' | 'new-codes' | 'use-code' | 'reset-factor'}`
  | `session.${'open' | 'close' | 'refuse'}`
  | `settings.${'update' | 'revert'}`
  | `registration.${'add' | 'change' | 'move' | 'remove' | 'present' | 'message' | 'export'}`
  | 'site.export'
  | `person.${'export' | 'erase' | 'allow-emails'}`
  | `import.${'finish' | 'undo'}`
  | 'upload.sweep'
  | `backup.${'restore' | 'download'}`
  | 'links.rotate';
