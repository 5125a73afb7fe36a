import 'quill/dist/quill.snow.css';
import './article-editor.css';
import type Quill from 'quill';
import { useEffect, useRef } from 'react';
import { createEditor, type EditorOptions } from './quill-setup.ts';

type Props = Omit<EditorOptions, 'host'> & { disabled: boolean };

/** Uncontrolled: it takes `html` once; another article needs another `key`. Load it lazily, Quill is large. */
export function ArticleEditor({ disabled, ...options }: Props) {
  const host = useRef<HTMLDivElement>(null);
  const quill = useRef<Quill | null>(null);
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });

  useEffect(() => {
    const element = host.current;
    if (!element) return;
    quill.current = createEditor({
      ...latest.current,
      host: element,
      onChange: (html) => latest.current.onChange(html),
      storePicture: (file) => latest.current.storePicture(file),
    });
    return () => {
      quill.current = null;
      element.replaceChildren();
    };
  }, []);

  useEffect(() => {
    quill.current?.enable(!disabled);
  }, [disabled]);

  return <div ref={host} className="article-editor" data-disabled={disabled || undefined} />;
}
