import 'quill/dist/quill.core.css';
import './article-editor.css';
import './article-editor-text.css';
import type Quill from 'quill/core.js';
import { useEffect, useId, useLayoutEffect, useRef } from 'react';
import { createEditor, type EditorOptions } from './quill-setup.ts';

type Props = Omit<EditorOptions, 'host' | 'describedBy'> & { disabled: boolean; invalid: boolean };

/** Uncontrolled: it takes `html` once; another article needs another `key`. Load it lazily, Quill is large. */
export function ArticleEditor({ disabled, invalid, ...options }: Props) {
  const hint = useId();
  const host = useRef<HTMLDivElement>(null);
  const quill = useRef<Quill | null>(null);
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });

  useEffect(() => {
    const element = host.current;
    if (!element) return;
    const editor = createEditor({
      ...latest.current,
      host: element,
      describedBy: hint,
      onChange: (html) => latest.current.onChange(html),
      pictures: {
        work: () => latest.current.pictures.work(),
        onTaken: () => latest.current.pictures.onTaken(),
      },
    });
    quill.current = editor.quill;
    return () => {
      editor.end();
      quill.current = null;
      element.replaceChildren();
    };
  }, [hint]);

  useEffect(() => {
    quill.current?.enable(!disabled);
  }, [disabled]);

  // Before the form looks for what stops it.
  useLayoutEffect(() => {
    quill.current?.root.setAttribute('aria-invalid', String(invalid));
  }, [invalid]);

  return (
    <>
      <div ref={host} className="article-editor" data-disabled={disabled || undefined} />
      <p id={hint} className="article-editor-hint">
        Tab leaves the text, Alt+F10 leads to the buttons and Escape back, Ctrl+] and Ctrl+[ indent.
      </p>
    </>
  );
}
