import type Quill from 'quill/core.js';
import type { Range } from 'quill/core.js';
import { linesToParagraphs } from './lines/clear-formatting.ts';
import { captionEnter } from './lines/figure-lines.ts';

type Binding = {
  key: string;
  /** Returns true to let the key's default happen too. */
  handler: (...given: never[]) => boolean | void;
  shortKey?: boolean;
  altKey?: boolean;
  collapsed?: boolean;
  offset?: number;
  format?: string[];
};
type This = { quill: Quill };

type Ways = { openLink: () => void; toolbar: HTMLElement; announce: (words: string) => void };

/**
 * Tab always leaves the editor (WCAG 2.1.2); Ctrl+] and Ctrl+[ indent lists, code and paragraphs. `null` removes one of the
 * editor's own bindings.
 */
export function keyBindings({
  openLink,
  toolbar,
  announce,
}: Ways): Record<string, Binding | { prefix: RegExp } | null> {
  return {
    tab: null,
    indent: null,
    outdent: null,
    'indent code-block': null,
    'outdent code-block': null,
    'remove tab': null,
    'table tab': null,
    // Brackets stay as typed: check lists are pasted.
    'list autofill': { prefix: /^\s*?(\d+\.|-|\*)$/ },
    'caption enter': captionEnter,
    // The first line has no line before it to join.
    'first line backspace': {
      key: 'Backspace',
      collapsed: true,
      offset: 0,
      format: ['header', 'blockquote', 'code-block'],
      handler(this: This, { index }: Range) {
        if (index > 0) return true;
        linesToParagraphs(this.quill, index);
      },
    },
    'check box': {
      key: 'Enter',
      shortKey: true,
      handler(this: This, { index }: Range) {
        const words = toggleCheckBox(this.quill, index);
        if (words) announce(words);
        return words === null;
      },
    },
    redo: {
      key: 'y',
      shortKey: true,
      handler(this: This) {
        this.quill.history.redo();
      },
    },
    link: { key: 'k', shortKey: true, handler: openLink },
    toolbar: {
      key: 'F10',
      altKey: true,
      handler: () => toolbar.querySelector<HTMLElement>('[tabindex="0"]')?.focus(),
    },
    'indent more': {
      key: ']',
      shortKey: true,
      handler(this: This) {
        indent(this.quill, '+1');
      },
    },
    'indent less': {
      key: '[',
      shortKey: true,
      handler(this: This) {
        indent(this.quill, '-1');
      },
    },
  };
}

const step = '  ';

/** Indents code by spaces, everything else by the editor's eight levels. */
export function indent(quill: Quill, by: '+1' | '-1'): void {
  const range = quill.getSelection(true);
  if (!quill.getFormat(range)['code-block']) return void quill.format('indent', by, 'user');
  for (const line of quill.getLines(range.index, Math.max(1, range.length)).reverse()) {
    const at = quill.getIndex(line);
    const spaces = /^ {0,2}/.exec(quill.getText(at, step.length))?.[0].length ?? 0;
    if (by === '+1') quill.insertText(at, step, 'user');
    else if (spaces > 0) quill.deleteText(at, spaces, 'user');
  }
}

/** Checks or unchecks the box of the line at `index`; returns what to announce, or null for a line without a box. */
function toggleCheckBox(quill: Quill, index: number): string | null {
  const [line] = quill.getLine(index);
  const list = line?.formats().list;
  if (list !== 'checked' && list !== 'unchecked') return null;
  const next = list === 'checked' ? 'unchecked' : 'checked';
  quill.history.cutoff();
  quill.formatLine(index, 0, 'list', next, 'user');
  quill.history.cutoff();
  return `${next === 'checked' ? 'Done' : 'Not done'}: ${line?.domNode.textContent}`;
}
