import { useState } from 'react';
import { TextEditorField } from '#features/articles/editor/text-editor-field.tsx';
import { randomUuid } from '#shared/random-uuid.ts';
import { useApi } from '#ui/api-context.ts';
import { useDraftsContext } from '#ui/drafts/drafts-context.ts';

/** The text at the top of a digest, or the whole text of a note. */
export function NoteEditor({
  label,
  html,
  onChange,
}: {
  label: string;
  html: string;
  onChange: (html: string) => void;
}) {
  const api = useApi();
  const { owner } = useDraftsContext();
  const [pictures] = useState(() => {
    const draft = randomUuid();
    return { work: () => ({ api, owner, draft }), onTaken: () => undefined, attaching: new Set<File>() };
  });
  return (
    <TextEditorField
      label={label}
      html={html}
      placeholder="Write your note here..."
      disabled={false}
      invalid={false}
      onReady={() => undefined}
      onChange={onChange}
      pictures={pictures}
    />
  );
}
