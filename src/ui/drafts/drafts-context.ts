import { createContext, useContext, useSyncExternalStore } from 'react';
import type { SaveConflict } from '#shared/calls/api-error.ts';
import type { ConflictResolution } from '#ui/saving/save-once.ts';
import type { Draft, DraftRow } from './draft-storage.ts';

/** A draft in words; `at` is when it was written, `by` the browser that did. */
export type ListedDraft = { form: string; at: string; by: string | null; title: string; words: string };

/** Where the words of a form are, since when, and why not on the site. */
export type DraftState = { words: string; at?: string; more?: string; isNowhere?: boolean };

/** Sends what this browser keeps to the site, one call at a time, until the site has it. */
export type DraftSender = {
  /** Every draft of this administrator, here and on the site, newest first. */
  list: () => readonly ListedDraft[];
  /** Null when nothing of this form is unsaved. */
  stateOf: (form: string) => DraftState | null;
  watch: (listener: () => void) => () => void;
  /** Renders again whenever a list or a state may be another one. */
  useChanges: () => void;
  /** Asks the site for its draft of this form. @throws without an answer and with nothing kept here: typing would replace it unseen */
  read: (form: string) => Promise<void>;
  /** The site's draft of this form, as this page has read or sent it last: a form opens with it. */
  rowOf: (form: string) => DraftRow | null;
  /** A form is open. Returns how to close it. */
  open: (form: string) => () => void;
  /** What is kept of this form becomes that of a new one: the site's draft takes its place. */
  setAside: (form: string) => void;
  /** Something is kept: it is sent a second later. */
  sendSoon: () => void;
  /** Resolves when it is sent, has failed, or after `longestMs`. */
  sendNow: (longestMs?: number) => Promise<void>;
  /** `take` gets what the site has saved of a form that is saved with its draft. Returns how to stop. */
  onSaved: (form: string, take: (saved: unknown, draft: Draft) => void) => () => void;
  /** Removes it from the site, after a call under way, and then what is kept as `text`. @throws when the site does not answer */
  end: (form: string, text?: string) => Promise<void>;
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

export function useDraftList(): readonly ListedDraft[] {
  const { sender } = useDraftsContext();
  return useSyncExternalStore(sender.watch, sender.list);
}
