import { type ComponentProps, lazy, Suspense, useId } from 'react';
import { Spinner } from '#ui/page/spinner.tsx';
import styles from './text-editor-field.module.css';

const ArticleEditor = lazy(() => import('./text-editor.tsx').then((module) => ({ default: module.TextEditor })));

type Props = Omit<ComponentProps<typeof ArticleEditor>, 'labelledBy'> & { label: string; isLabelHidden?: boolean };

/** The editor with its label. It is fetched when a form needs it. */
export function TextEditorField({ label, isLabelHidden = false, ...editor }: Props) {
  const id = useId();
  return (
    <div className={styles.content}>
      <span id={id} className={isLabelHidden ? 'sr-only' : 'strong'}>
        {label}
      </span>
      <Suspense
        fallback={
          <div className={styles.pending}>
            <Spinner />
          </div>
        }
      >
        <ArticleEditor labelledBy={id} {...editor} />
      </Suspense>
    </div>
  );
}
