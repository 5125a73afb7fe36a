import { capitalised } from '#shared/text.ts';

export const revisionMessages = {
  notFound: 'This version is no longer kept.',
  unusable: 'This version no longer fits what the form allows.',
} as const;

/** The fields of a form after one save. */
export type RevisionData = Record<string, unknown>;

/** Revisions stay for a year, and at least this many of each item forever. */
export const revisionsKept = { days: 365, atLeast: 50 } as const;

export const firstSummary = 'First version';
/** The summary of an item that is older than revisions. */
export const earlierSummary = 'As it was before';

/** 'title, excerpt and content' */
const together = new Intl.ListFormat('en-GB');

/** A field's name, and its name in summaries if the first does not fit. */
export type Summarised = { name: string; summary?: string };

/** 'Title, alternative text and content changed'. */
export function changeSummary(before: RevisionData, after: RevisionData, fields: readonly Summarised[]): string {
  const changed = changedFields(before, after);
  const names = [
    ...new Set(changed.map((name) => fields.find((field) => field.name === name)?.summary ?? spoken(name))),
  ];
  return `${capitalised(together.format(names) || 'nothing')} changed`.slice(0, 1000);
}

/** A field that one version lacks counts as empty, or as switched off. */
export function changedFields(before: RevisionData, after: RevisionData): string[] {
  const all = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const text = (value: unknown) => JSON.stringify(value === false ? null : (value ?? null));
  return all.filter((name) => text(before[name]) !== text(after[name]));
}

function spoken(name: string): string {
  return name.replace(/[A-Z]+/g, (capitals) => ` ${capitals.toLowerCase()}`).trim();
}
