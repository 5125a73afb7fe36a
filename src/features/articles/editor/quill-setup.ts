import Quill, { type Range } from 'quill/core.js';
import Syntax from 'quill/modules/syntax.js';
import { pictureTypes } from '#shared/picture-upload.ts';
import { toast } from '#ui/dialogs/toast.tsx';
import { attachPdf } from './attach-pdf.ts';
import { keepCaretInView } from './caret/keep-caret-in-view.ts';
import { indent, keyBindings } from './editor-keys.ts';
import { chooseFiles, createPictureInserter, type PictureWork } from './editor-pictures.ts';
import { makeToolbar, updateButtonStates } from './editor-toolbar.ts';
import { editHtmlBlockEvent, HtmlBlock } from './html-blocks/html-block.ts';
import { fillEditor, makeHtmlBlockEditable } from './html-blocks/open-stored-html.ts';
import { cleanFormats, resetFormatWhenEmptied } from './lines/clear-formatting.ts';
import { linesToFigures } from './lines/figure-lines.ts';
import { insertTable, makeTableTools, updateTableTools } from './lines/table-tools.ts';
import { makeLinkRow } from './link-row.ts';
import { makeElement } from './make-element.ts';
import { handlePastesAndDrops } from './pasting/editor-paste.ts';
import { pictureAtCursor, type ShownPicture, watchEditorPictures } from './picture-details.ts';
import { listPendingPictures } from './pictures/pending-pictures.ts';
import { registerFormats } from './register-formats.ts';

export type EditorOptions = {
  host: HTMLElement;
  labelledBy: string;
  placeholder: string;
  describedBy: string;
  html: string;
  /** Called with the editor's HTML before anything is changed. */
  onReady: (html: string) => void;
  onChange: (html: string) => void;
  /** Called to edit the details of a picture. */
  onPicture: (picture: ShownPicture) => void;
  /** Called to replace the selection with a picture from the library. */
  onLibrary: (range: Range) => void;
  /** Called with the number of pictures without alt text. */
  onUndescribed: (count: number) => void;
  /** Whether the form takes the title of a pasted document as its own. */
  takeTitle?: (words: string) => boolean;
  /** The draft that picked, pasted and dropped pictures belong to. */
  pictures: PictureWork;
};

registerFormats();

export function createEditor({ host, labelledBy, describedBy, html, onReady, onChange, ...given }: EditorOptions) {
  const bar = makeElement('div', { class: 'editor-bar' });
  const tableTools = makeTableTools(() => quill);
  const toolbar = bar.appendChild(makeToolbar(Syntax.DEFAULTS.languages, tableTools));
  const linkRow = makeLinkRow(() => quill);
  bar.append(linkRow.element);
  const announcement = bar.appendChild(makeElement('span', { class: 'sr-only', role: 'status' }));
  const editor = document.createElement('div');
  const insert = (range: Range, files: File[]) => pictures.insert(range, files);
  const quill: Quill = new Quill(editor, {
    placeholder: given.placeholder,
    modules: {
      toolbar: {
        container: toolbar,
        handlers: {
          link: linkRow.open,
          // Names the types, so that phones convert their own format to JPEG.
          image: () => chooseFiles(pictureTypes.join(','), true, (files) => insert(quill.getSelection(true), files)),
          clean: () => cleanFormats(quill),
          indent: (by: '+1' | '-1') => indent(quill, by),
          undo: () => quill.history.undo(),
          redo: () => quill.history.redo(),
          picture: openPicture,
          library: () => given.onLibrary(quill.getSelection(true)),
          table: () => insertTable(quill),
          pdf: () =>
            chooseFiles('application/pdf,.pdf', false, ([file]) => file && void attachPdf(quill, given.pictures, file)),
        },
      },
      history: { delay: 1000, maxStack: 100, userOnly: true },
      syntax: { hljs: {} },
      table: true,
      keyboard: { bindings: keyBindings({ openLink: linkRow.open, toolbar, announce }) },
      uploader: { handler: insert },
    },
  });
  function announce(words: string) {
    announcement.textContent = words;
  }
  function openPicture() {
    const picture = pictureAtCursor(quill);
    if (picture) given.onPicture(picture);
    else toast.info('Put the cursor next to a picture first.');
  }
  describe(quill, labelledBy, describedBy);
  toolbar.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') quill.focus();
  });

  const write = watchWriting(quill, { html, onReady, onChange });
  watchEditorPictures(quill, given);
  quill.root.addEventListener(editHtmlBlockEvent, ({ target }) => makeHtmlBlockEditable(quill, target as HTMLElement));
  keepCaretAfterDialogs(quill);
  const endView = keepCaretInView(quill, bar);
  const pictures = createPictureInserter(quill, given.pictures, write);
  const takeTitle = (words: string) => given.takeTitle?.(words) ?? false;
  handlePastesAndDrops(quill, { take: pictures.take, insertFiles: insert, takeTitle });
  resetFormatWhenEmptied(quill);
  const update = () => {
    updateButtonStates(toolbar, quill.history.stack);
    updateTableTools(tableTools, quill);
  };
  quill.on('editor-change', update);
  update();
  // Not before: while it is built, each of Quill's looks at the selection would lay out the page.
  host.append(bar, editor);
  const end = () => {
    pictures.end();
    endView();
  };
  return { quill, end };
}

/** Returns a function that reports changed HTML to `onChange`. */
function watchWriting(quill: Quill, { html, onReady, onChange }: Pick<EditorOptions, 'html' | 'onReady' | 'onChange'>) {
  const read = fillEditor(quill, html, () => htmlOf(quill));
  quill.history.clear();
  let written = read();
  onReady(written);
  // A picture may have been uploaded while the editor was not loaded.
  if (listPendingPictures(html).length > listPendingPictures(written).length) onChange(written);
  const write = () => {
    const now = read();
    if (now === written) return;
    written = now;
    onChange(now);
  };
  quill.on('text-change', (_delta, _before, source) => {
    if (source !== 'silent') write();
  });
  // Typing after a save is undone separately.
  quill.root.addEventListener('keydown', ({ key, ctrlKey, metaKey }) => {
    if (key === 's' && (ctrlKey || metaKey)) quill.history.cutoff();
  });
  return write;
}

/**
 * Writes real lists and code blocks instead of the editor's inner markup, spaces instead of Quill's &nbsp;, tables without its
 * style and ids, and one list for entries that are done and that are open.
 */
function htmlOf(quill: Quill): string {
  const html = quill
    .getSemanticHTML()
    .replaceAll('&nbsp;', ' ')
    .replaceAll('<table style="border: 1px solid #000;">', '<table>')
    .replace(/ data-row="[^"]*"/g, '')
    .replaceAll('</li></ul><ul><li data-list=', '</li><li data-list=');
  return linesToFigures(html);
}

function describe(quill: Quill, labelledBy: string, describedBy: string): void {
  quill.root.setAttribute('role', 'textbox');
  quill.root.setAttribute('aria-multiline', 'true');
  quill.root.setAttribute('aria-labelledby', labelledBy);
  quill.root.setAttribute('aria-describedby', describedBy);
  // The language list in a code block is for the mouse; keyboard users have it in the toolbar.
  quill.on('scroll-blot-mount', () => {
    for (const choice of quill.root.querySelectorAll('select')) {
      choice.setAttribute('aria-label', 'Code language');
      choice.tabIndex = -1;
    }
  });
}

/**
 * A closing dialog returns the focus without the caret, or in Firefox with one at the beginning: text typed or pasted then would be lost or
 * misplaced.
 */
function keepCaretAfterDialogs(quill: Quill): void {
  let left: Range | null = null;
  quill.root.addEventListener('blur', ({ relatedTarget }) => {
    left = relatedTarget instanceof Element && relatedTarget.closest('dialog') ? quill.selection.savedRange : null;
  });
  quill.root.addEventListener('focus', () => {
    const place = left ?? (quill.getSelection() ? null : quill.selection.savedRange);
    left = null;
    if (place) quill.setSelection(place, 'silent');
    leaveHtmlBlock(quill, quill.getSelection(), place);
  });
  quill.on('selection-change', (range: Range | null, before: Range | null) => leaveHtmlBlock(quill, range, before));
}

/** An HTML block cannot be edited: moves the caret to the next or the previous line. */
function leaveHtmlBlock(quill: Quill, range: Range | null, before: Range | null): void {
  const [kept] = range?.length === 0 ? quill.getLine(range.index) : [];
  if (!range || !(kept instanceof HtmlBlock)) return;
  const beside = (side: 'prev' | 'next') => {
    let line = kept[side];
    while (line instanceof HtmlBlock) line = line[side];
    return line && quill.getIndex(line) + (side === 'prev' ? line.length() - 1 : 0);
  };
  const isBack = before !== null && before.index > range.index;
  const place = isBack ? (beside('prev') ?? beside('next')) : (beside('next') ?? beside('prev'));
  if (place !== null && place !== undefined) quill.setSelection(place, 0, 'silent');
}
