import type { Generated } from 'kysely';
import type { MailsTable } from '#platform/db/tables.ts';
import type { IssueKind, IssueState } from './issue.ts';
import type { Wish } from './subscribers/subscriber.ts';

declare module '#platform/db/tables.ts' {
  interface Tables {
    subscribers: SubscribersTable;
    confirmations: ConfirmationsTable;
    issues: IssuesTable;
    erasedDeliveries: ErasedDeliveriesTable;
    bounces: BouncesTable;
  }
}

export type SubscribersTable = {
  id: Generated<number>;
  email: string;
  /** Lower-cased, unique. */
  emailKey: string;
  state: 'pending' | 'confirmed' | 'unsubscribed' | 'suppressed';
  createdAt: string;
  confirmedAt: string | null;
  unsubscribedAt: string | null;
  /** When a confirmation or "already subscribed" mail was last requested. */
  lastMailAt: string | null;
  /** Its mail bounced, or an administrator suppressed it: nothing more is sent there. */
  suppressedAt: Generated<string | null>;
  suppressedBecause: Generated<string | null>;
  /** Bounced together with too many others: an administrator decides. */
  doubtedAt: Generated<string | null>;
  doubtedBecause: Generated<string | null>;
  wish: Generated<Wish>;
};

/** Double opt-in tokens; 72 h; the same token may answer success again. */
type ConfirmationsTable = {
  tokenHash: string;
  subscriberId: number;
  createdAt: string;
  expiresAt: string;
  usedAt: string | null;
};

/**
 * The text of a newsletter, which never changes once it is sent: a later send of the article, or another text, is an issue of its
 * own. Digests and notes start as drafts.
 */
type IssuesTable = {
  id: Generated<number>;
  kind: Generated<IssueKind>;
  /** Null for digests and notes. */
  articleId: number | null;
  subject: string;
  html: string;
  text: string;
  /** JSON: the contents of a digest or note. */
  content: Generated<string>;
  /** It has a page in the archive. */
  isArchived: Generated<boolean>;
  createdAt: string;
  updatedAt: string;
  state: IssueState;
  pauseReason: string | null;
  /** Set while the mail server refuses all its mails for reasons unrelated to subscribers. */
  serverPauseSince: Generated<string | null>;
  serverPauseReason: Generated<string | null>;
  nextTryAt: Generated<string | null>;
  /** Recipients refused in a row in these words, which name none of them. */
  refusalWords: Generated<string | null>;
  refusals: Generated<number>;
  /** The end of the undo window: no mail is sent before. */
  sendAfter: Generated<string | null>;
};

/** How many mails to people since erased ended in which state. */
type ErasedDeliveriesTable = { issueId: number; state: MailsTable['state']; count: number };

type BouncesTable = {
  id: Generated<number>;
  subscriberId: number;
  at: string;
  /** `hard`: there is no such mailbox. */
  kind: 'hard' | 'soft' | 'complaint';
  source: 'smtp' | 'mailbox' | 'webhook';
  messageId: string | null;
  answer: string;
  /** Suppressed the address. */
  isSuppressing: Generated<boolean>;
  /** False until the issue has ended: then it is settled whether it suppresses the address. */
  isSettled: Generated<boolean>;
};
