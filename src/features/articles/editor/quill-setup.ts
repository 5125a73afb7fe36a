import type { Range } from 'quill/core.js';
import Quill from 'quill/core.js';
import Syntax from 'quill/modules/syntax.js';
import { pendingPictures } from '../admin/pending-pictures.ts';
import { registerFormats } from './editor-formats.ts';
import { bindings, indent } from './editor-keys.ts';
import { makeLinkRow } from './editor-link.ts';
import { deltaOf, watchPasting } from './editor-paste.ts';
import { choosePictures, createPictureInserter, type PictureWork } from './editor-pictures.ts';
import { focusToolbar, makeToolbar, mendStates } from './editor-toolbar.ts';
import { highlighter } from './highlighter.ts';

export type EditorOptions = {
  host: HTMLElement;
  labelledBy: string;
  describedBy: string;
  html: string;
  /** The html as the editor writes it, before anything is changed. */
  onReady: (html: string) => void;
  onChange: (html: string) => void;
  /** The draft that picked, pasted and dropped pictures belong to. */
  pictures: PictureWork;
};

registerFormats();

export function createEditor({ host, labelledBy, describedBy, html, onReady, onChange, ...given }: EditorOptions): {
  quill: Quill;
  end: () => void;
} {
  const toolbar = host.appendChild(makeToolbar(Syntax.DEFAULTS.languages));
  const linkRow = makeLinkRow(() => quill);
  const editor = host.appendChild(linkRow.element).insertAdjacentElement('afterend', document.createElement('div'));
  const insert = (range: Range, files: File[]) => pictures.insert(range, files);
  const quill: Quill = new Quill(editor as HTMLElement, {
    placeholder: 'Write your article content here...',
    modules: {
      toolbar: {
        container: toolbar,
        handlers: {
          link: linkRow.open,
          image: () => choosePictures((files) => insert(quill.getSelection(true), files)),
          indent: (by: '+1' | '-1') => indent(quill, by),
        },
      },
      history: { delay: 1000, maxStack: 100, userOnly: true },
      syntax: { hljs: highlighter },
      table: true,
      keyboard: { bindings: bindings({ openLink: linkRow.open, leave: () => focusToolbar(toolbar) }) },
      uploader: { handler: insert },
    },
  });
  describe(quill, labelledBy, describedBy);
  toolbar.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') quill.focus();
  });

  quill.setContents(deltaOf(quill, html), 'silent');
  quill.history.clear();
  let written = htmlOf(quill);
  onReady(written);
  // A picture may have been uploaded while the editor was not loaded.
  if (pendingPictures(html).length > pendingPictures(written).length) onChange(written);
  const write = () => {
    const now = htmlOf(quill);
    if (now === written) return;
    written = now;
    onChange(now);
  };
  quill.on('text-change', (_delta, _before, source) => {
    if (source !== 'silent') write();
  });
  const pictures = createPictureInserter(quill, given.pictures, write);
  watchPasting(quill, pictures);
  quill.on('editor-change', () => mendStates(toolbar));
  mendStates(toolbar);
  return { quill, end: pictures.end };
}

/**
 * Writes real lists and code blocks instead of the editor's inner markup, spaces instead of Quill's &nbsp;, and tables without
 * the style that the page's policy refuses.
 */
function htmlOf(quill: Quill): string {
  return quill
    .getSemanticHTML()
    .replaceAll('&nbsp;', ' ')
    .replaceAll('<table style="border: 1px solid #000;">', '<table>');
}

function describe(quill: Quill, labelledBy: string, describedBy: string): void {
  quill.root.setAttribute('role', 'textbox');
  quill.root.setAttribute('aria-multiline', 'true');
  quill.root.setAttribute('aria-labelledby', labelledBy);
  quill.root.setAttribute('aria-describedby', describedBy);
  // The list of languages in a code block is for the mouse; by keyboard it is in the toolbar.
  quill.on('scroll-blot-mount', () => {
    for (const choice of quill.root.querySelectorAll('select')) {
      choice.setAttribute('aria-label', 'Code language');
      choice.tabIndex = -1;
    }
  });
}
