import { lazy, Suspense, useId, useState } from 'react';
import fields from '#features/articles/admin/article-fields.module.css';
import { useApi } from '#ui/api.ts';
import { useEditing } from '#ui/drafts/editing-context.ts';
import { Spinner } from '#ui/page/spinner.tsx';
import styles from './issue-draft.module.css';

const ArticleEditor = lazy(() =>
  import('#features/articles/editor/article-editor.tsx').then((module) => ({ default: module.ArticleEditor })),
);

/** The words on top of a digest, or all of a note. */
export function NoteField({
  label,
  html,
  onChange,
}: {
  label: string;
  html: string;
  onChange: (html: string) => void;
}) {
  const id = useId();
  const api = useApi();
  const { owner } = useEditing();
  const [pictures] = useState(() => {
    const draft = crypto.randomUUID();
    return { work: () => ({ api, owner, draft }), onTaken: () => undefined, attaching: new Set<File>() };
  });
  return (
    <div className={fields.content}>
      <span id={id} className={styles.label}>
        {label}
      </span>
      <Suspense fallback={<Spinner />}>
        <ArticleEditor
          labelledBy={id}
          html={html}
          placeholder="What you want to tell..."
          disabled={false}
          invalid={false}
          onReady={() => undefined}
          onChange={onChange}
          pictures={pictures}
        />
      </Suspense>
    </div>
  );
}
