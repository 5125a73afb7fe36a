import 'quill/dist/quill.core.css';
import './text-editor.css';
import './text-editor-text.css';
import './text-editor-pictures.css';
import '../pages/article-body.module.css';
import type Quill from 'quill/core.js';
import type { Range } from 'quill/core.js';
import { type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { LibraryDialog } from '#features/uploads/library/library-dialog.tsx';
import { pluralise } from '#shared/text.ts';
import { toast } from '#ui/dialogs/toast.tsx';
import {
  describePicture,
  findPictureOf,
  insertLibraryPicture,
  type PictureDetails,
  picturesWithoutAlt,
  type ShownPicture,
} from './picture-details.ts';
import { PictureDialog } from './picture-dialog.tsx';
import { createEditor, type EditorOptions } from './quill-setup.ts';

type Props = Omit<EditorOptions, 'host' | 'describedBy' | 'onPicture' | 'onLibrary' | 'onUndescribed'> & {
  disabled: boolean;
  invalid: boolean;
};

/** Uncontrolled: it reads `html` once; another article needs another `key`. Load it lazily: Quill is large. */
export function TextEditor({ disabled, invalid, ...options }: Props) {
  const hint = useId();
  const host = useRef<HTMLDivElement>(null);
  const [picture, setPicture] = useState<ShownPicture | null>(null);
  const [place, setPlace] = useState<Range | null>(null);
  const [waiting, setWaiting] = useState(0);
  const told = { onPicture: setPicture, onLibrary: setPlace, onUndescribed: setWaiting };
  const quill = useQuill(host, { ...options, ...told, describedBy: hint, disabled, invalid });

  function describeNext() {
    const [first] = quill.current ? picturesWithoutAlt(quill.current) : [];
    first?.scrollIntoView({ block: 'nearest' });
    if (quill.current && first) setPicture(findPictureOf(quill.current, first));
  }

  return (
    <>
      <div ref={host} className="text-editor" data-disabled={disabled || undefined} />
      {waiting > 0 && (
        <p className="text-editor-ask">
          {pluralise(waiting, 'picture')} without alt text.{' '}
          <button type="button" disabled={disabled} onClick={describeNext}>
            {waiting === 1 ? 'Describe it' : 'Describe the first'}
          </button>
        </p>
      )}
      {picture && (
        <PictureDialog
          picture={picture}
          onClose={() => setPicture(null)}
          onSave={(details) => {
            setPicture(null);
            if (quill.current) saveDetails(quill.current, picture, details);
          }}
        />
      )}
      {place && (
        <LibraryDialog
          onClose={() => setPlace(null)}
          onChoose={(chosen) => {
            setPlace(null);
            if (quill.current) insertLibraryPicture(quill.current, place, chosen);
          }}
        />
      )}
      <p id={hint} className="text-editor-hint">
        Tab leaves the text. Alt+F10 goes to the toolbar, Escape goes back. Ctrl+] and Ctrl+[ indent. Ctrl+Enter checks
        a box.
      </p>
    </>
  );
}

type QuillOptions = Omit<EditorOptions, 'host'> & Pick<Props, 'disabled' | 'invalid'>;

/** The editor in `host`, created once. Its callbacks are those of the last render. */
function useQuill(host: RefObject<HTMLElement | null>, { disabled, invalid, ...options }: QuillOptions) {
  const quill = useRef<Quill | null>(null);
  const latest = useRef(options);
  const { describedBy } = options;
  useEffect(() => {
    latest.current = options;
  });

  // Before the browser paints: without its toolbar the editor is shorter, and the content below would move.
  useLayoutEffect(() => {
    const element = host.current;
    if (!element) return;
    const editor = createEditor({
      ...latest.current,
      host: element,
      describedBy,
      onChange: (html) => latest.current.onChange(html),
      takeTitle: (words) => latest.current.takeTitle?.(words) ?? false,
    });
    quill.current = editor.quill;
    return () => {
      editor.end();
      quill.current = null;
      element.replaceChildren();
    };
  }, [host, describedBy]);

  useEffect(() => {
    quill.current?.enable(!disabled);
  }, [disabled]);

  // Before the form looks for its errors.
  useLayoutEffect(() => {
    quill.current?.root.setAttribute('aria-invalid', String(invalid));
  }, [invalid]);

  return quill;
}

function saveDetails(editor: Quill, picture: ShownPicture, details: PictureDetails): void {
  const end = describePicture(editor, picture, details);
  if (end === null) return void toast.info('This picture is no longer in the text.');
  // After the dialog has returned the focus.
  setTimeout(() => editor.setSelection(end, 0, 'user'));
}
