import { draftMessages } from '#features/drafts/draft.ts';
import { EditorLayoutSkeleton } from '#ui/editor-layout/editor-layout.tsx';
import { ErrorState } from '#ui/page/empty-and-error-states.tsx';
import type { Edited } from './use-edited-item.ts';

/** In the place of a form that is not there yet. */
export function ComingForm({ readAgain }: Pick<Edited<never>, 'readAgain'>) {
  return readAgain ? <ErrorState message={draftMessages.unread} onRetry={readAgain} /> : <EditorLayoutSkeleton />;
}
