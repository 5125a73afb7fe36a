/** What is stored about the closing of a year, to undo it. */
import type { Committee } from './committee.schema.ts';
import type { CommitteeRow } from './committees.server.ts';

/** What closing a year changed, without names: members and accounts are ids, addresses are hashes. */
export type Closing = {
  at: string;
  /** The positions that members had before. */
  positions: { id: number; position: string }[];
  left: number[];
  joined: number[];
  /** The links of those who were invited, and the SHA-256 of their addresses. */
  invitations: number[];
  invited: string[];
  /** The last days of accounts, and the accounts that have ended. */
  ends: { id: number; on: string }[];
  ended: number[];
};

export function parseClosing({ closing }: Pick<CommitteeRow, 'closing'>): Closing | null {
  return closing === null ? null : (JSON.parse(closing) as Closing);
}

export function presentClosing(closing: Closing | null): NonNullable<Committee['closing']> | null {
  if (!closing) return null;
  const { at, ends, ended, invitations } = closing;
  return { at, accountsEnding: ends.length - ended.length, invited: invitations.length };
}
