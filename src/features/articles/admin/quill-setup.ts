import Quill from 'quill';
import { highlighter } from './highlighter.ts';

export type EditorOptions = {
  host: HTMLElement;
  labelledBy: string;
  html: string;
  /** The html as the editor writes it, before anything is changed. */
  onReady: (html: string) => void;
  onChange: (html: string) => void;
  /** Stores a picked, pasted or dropped picture and answers its address; null when that failed. */
  storePicture: (file: File) => Promise<string | null>;
};

/** The spec's toolbar in its order; what stands on each button and what it is called. */
const buttons: [format: string, value: string | undefined, face: string, name: string][] = [
  ['bold', undefined, '<b>B</b>', 'Bold'],
  ['italic', undefined, '<i>I</i>', 'Italic'],
  ['underline', undefined, '<u>U</u>', 'Underline'],
  ['strike', undefined, '<s>S</s>', 'Strikethrough'],
  ['header', '1', 'H1', 'H1 heading'],
  ['header', '2', 'H2', 'H2 heading'],
  ['header', '3', 'H3', 'H3 heading'],
  ['list', 'ordered', '1.', 'Numbered list 1. 2. 3.'],
  ['list', 'bullet', '•', 'Bulleted list'],
  ['link', undefined, 'Link', 'Insert link'],
  ['image', undefined, 'Image', 'Insert image'],
  ['clean', undefined, 'Clean', 'Clean formatting'],
];

export function createEditor({ host, labelledBy, html, onReady, onChange, storePicture }: EditorOptions): Quill {
  const toolbar = host.appendChild(makeToolbar());
  const editor = host.appendChild(document.createElement('div'));
  const quill = new Quill(editor, {
    theme: 'snow',
    bounds: host,
    placeholder: 'Write your article content here...',
    modules: {
      toolbar,
      history: { delay: 1000, maxStack: 100, userOnly: true },
      syntax: { hljs: highlighter },
      // Tab must leave the editor by keyboard; in lists it still indents at the start of a line.
      keyboard: { bindings: { tab: null } },
      uploader: {
        mimetypes: ['image/png', 'image/jpeg', 'image/webp', 'image/avif', 'image/gif'],
        handler: (range: { index: number; length: number }, files: File[]) =>
          void insert(quill, range, files, storePicture),
      },
    },
  });
  drawFaces(toolbar);
  quill.root.setAttribute('role', 'textbox');
  quill.root.setAttribute('aria-multiline', 'true');
  quill.root.setAttribute('aria-labelledby', labelledBy);
  host.querySelector('.ql-tooltip input')?.setAttribute('aria-label', 'Link address');
  quill.setContents(quill.clipboard.convert({ html }), 'silent');
  quill.history.clear();
  onReady(htmlOf(quill));
  quill.on('text-change', (_delta, _before, source) => {
    if (source === 'user') onChange(htmlOf(quill));
  });
  return quill;
}

/**
 * Real lists and code blocks instead of the editor's inner markup. Quill writes every space as &nbsp;, and pictures
 * without alt, which readers would hear as a file name.
 */
export function htmlOf(quill: Quill): string {
  return quill
    .getSemanticHTML()
    .replaceAll('&nbsp;', ' ')
    .replace(/<img (?![^>]*\balt=)/g, '<img alt="" ');
}

async function insert(
  quill: Quill,
  range: { index: number; length: number },
  files: File[],
  storePicture: EditorOptions['storePicture'],
): Promise<void> {
  if (range.length > 0) quill.deleteText(range.index, range.length, 'user');
  let at = range.index;
  for (const file of files) {
    const url = await storePicture(file);
    // The form may be gone by now.
    if (!quill.root.isConnected) return;
    if (url === null) continue;
    quill.insertEmbed(at, 'image', url, 'user');
    at += 1;
  }
  quill.setSelection(at, 0, 'silent');
}

function makeToolbar(): HTMLElement {
  const toolbar = document.createElement('div');
  toolbar.setAttribute('role', 'toolbar');
  toolbar.setAttribute('aria-label', 'Text formatting');
  for (const [format, value, , name] of buttons) {
    const button = toolbar.appendChild(document.createElement('button'));
    button.type = 'button';
    button.className = `ql-${format}`;
    if (value !== undefined) button.value = value;
    button.setAttribute('aria-label', name);
    button.title = name;
  }
  toolbar.addEventListener('keydown', moveWithArrows);
  return toolbar;
}

/** After the theme has put its icons there: words and letters stay readable at every zoom and in forced colours. */
function drawFaces(toolbar: HTMLElement): void {
  for (const [index, button] of [...toolbar.querySelectorAll('button')].entries()) {
    const face = buttons[index]?.[2];
    if (face) button.innerHTML = face;
    if (index > 0) button.tabIndex = -1;
  }
}

/** One tab stop for the whole toolbar (WAI-ARIA toolbar pattern). */
function moveWithArrows(event: KeyboardEvent): void {
  const toolbar = event.currentTarget as HTMLElement;
  const all = [...toolbar.querySelectorAll('button')];
  const from = all.indexOf(document.activeElement as HTMLButtonElement);
  const steps: Record<string, number> = { ArrowRight: from + 1, ArrowLeft: from - 1, Home: 0, End: all.length - 1 };
  const to = steps[event.key];
  if (to === undefined || from < 0) return;
  event.preventDefault();
  const next = all[(to + all.length) % all.length];
  for (const button of all) button.tabIndex = button === next ? 0 : -1;
  next?.focus();
}
