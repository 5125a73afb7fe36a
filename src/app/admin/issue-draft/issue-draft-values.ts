import { withoutPendingPictures } from '#features/articles/editor/pictures/pending-pictures.ts';
import { draftMessages } from '#features/drafts/draft.ts';
import type { StoreDraft } from '#features/drafts/draft-sender.ts';
import { issueDraftMessages } from '#features/newsletter/content/digests/digest.ts';
import type { IssueDraft, IssueDraftInput } from '#features/newsletter/issues/drafts/issue-draft.schema.ts';
import type { Api } from '#shared/calls/api-client.ts';
import { ApiError } from '#shared/calls/api-error.ts';

export type IssueDraftValues = Pick<IssueDraft, 'title' | 'note' | 'things' | 'isArchived'>;

export function issueValuesOf({ title, note, things, isArchived }: IssueDraft): IssueDraftValues {
  return { title, note, things, isArchived };
}

export function issueFormName(id: number): string {
  return `newsletter-${id}`;
}

export function issueIdOf(form: string): number | null {
  return Number(/^newsletter-(\d+)$/.exec(form)?.[1]) || null;
}

/** The version of a newsletter is a time; a form counts in numbers. */
export function issueVersionOf(version: number | null): string {
  return new Date(version ?? 0).toISOString();
}

/** Saves the newsletter itself. Words for one that was sent or deleted become a new one. */
export async function storeIssueDraft(
  api: Api,
  id: number,
  { values, version }: Parameters<StoreDraft>[1],
): ReturnType<StoreDraft> {
  const typed = values as IssueDraftValues;
  const things = typed.things.map((thing) => ({ kind: thing.kind, id: thing.id }));
  const note = withoutPendingPictures(typed.note);
  try {
    const input: IssueDraftInput = { ...typed, note, things, version: issueVersionOf(version) };
    const saved = await api.call<IssueDraft>('PUT', `/newsletter/admin/issues/${id}/draft`, input);
    return { at: saved.version, saved };
  } catch (error) {
    if (isGone(error)) throw new ApiError(404, { message: draftMessages.noItem, code: 'not_found' });
    throw error;
  }
}

/** A proxy's 404, as while the site restarts, says nothing about it. */
function isGone(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'not_found' || error.message === issueDraftMessages.notADraft);
}
