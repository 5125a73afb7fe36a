import { createContext, useContext } from 'react';
import type { SaveConflict } from '#shared/calls/api-error.ts';
import type { ConflictResolution } from '#ui/saving/save-once.ts';
import type { Draft } from './draft-storage.ts';

/** A draft in words; `at` is when it was typed. */
export type ListedDraft = { form: string; at: string; title: string; words: string };

/** Where the words of a form are, since when, and why not on the site. */
export type DraftState = { words: string; at?: string; more?: string; isNowhere?: boolean };

/** Sends what this browser keeps to the site, one call at a time, until the site has it. */
export type DraftSender = {
  /** Every draft of this administrator, here and on the site, newest first. */
  list: () => ListedDraft[];
  /** Whether this form has one: cheaper where many ask. */
  has: (form: string) => boolean;
  /** Null as long as nothing of this form was sent. */
  stateOf: (form: string) => DraftState | null;
  /** A component that calls it follows what the others answer. */
  useChanges: () => number;
  /** Asks the site for its draft of this form. Without an answer `rowOf` stays as it was. */
  read: (form: string) => Promise<void>;
  /** The site's draft of this form, as this page has read or sent it last: a form opens with it. */
  rowOf: (form: string) => Draft | null;
  /** Something is kept: it is sent a second later. */
  sendSoon: () => void;
  /** Resolves when it is sent, has failed, or after `longestMs`. */
  sendNow: (longestMs?: number) => Promise<void>;
  /** `take` gets what the site has saved of a form that is saved with its draft. Returns how to stop. */
  onSaved: (form: string, take: (saved: unknown, draft: Draft) => void) => () => void;
  /** Removes what was typed until then, on the site and then here. @throws when the site does not answer */
  end: (form: string, until: string) => Promise<void>;
};

/** What every form needs from the page around it. A form has a name like 'articles-7'. */
export type Editing = {
  /** The administrator whose drafts these are. */
  owner: string;
  sender: DraftSender;
  /** Shows both versions and asks; not where the other one is what this form has sent itself. */
  resolveConflict: (form: string, conflict: SaveConflict, mine: Mine) => Promise<ConflictResolution>;
};

/** `unsaved`: what would be sent; `sent`: what the previous save sent; `pictures`: those set by this form only. */
export type Mine = { unsaved: object; sent?: object | null; pictures?: (string | null)[] };

export const DraftsContext = createContext<Editing | null>(null);

export function useDraftsContext(): Editing {
  const editing = useContext(DraftsContext);
  if (!editing) throw new Error('There is no DraftsContext around this form');
  return editing;
}

export function useDraftList(): ListedDraft[] {
  const { sender } = useDraftsContext();
  sender.useChanges();
  return sender.list();
}

export function useHasDraft(form: string): boolean {
  const { sender } = useDraftsContext();
  sender.useChanges();
  return sender.has(form);
}
