import { makeElement } from './make-element.ts';

/** Drawn in lines of the text's colour, on 24 by 24. */
const shapes = {
  ordered: 'M10 6h10M10 12h10M10 18h10M4 4.5 5.5 4v4M4 8h3M4 16.2c0-1 .6-1.5 1.5-1.5S7 15.3 7 16c0 1.3-3 2-3 4h3.2',
  bullet: 'M10 6h10M10 12h10M10 18h10M5 6h.01M5 12h.01M5 18h.01',
  link: 'M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7l-1.3 1.3M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7l1.3-1.3',
  image:
    'M5 5h14a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1ZM4 16l4.5-4.5 4 4L15 13l5 5M15.5 9.5h.01',
  clean: 'M6 5h13M12.5 5 10 16M5 20h7M15 15l5 5M20 15l-5 5',
  quote:
    'M9 7H6a1 1 0 0 0-1 1v4a1 1 0 0 0 1 1h3v1.5A2.5 2.5 0 0 1 6.5 17M9 7v6M19 7h-3a1 1 0 0 0-1 1v4a1 1 0 0 0 1 1h3v1.5a2.5 2.5 0 0 1-2.5 2.5M19 7v6',
  undo: 'M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3',
  redo: 'M15 14l5-5-5-5M20 9H10a6 6 0 0 0 0 12h3',
  picture:
    'M13 5h6a1 1 0 0 1 1 1v6M4 12V6a1 1 0 0 1 1-1h4M4 16v2a1 1 0 0 0 1 1h3M13 19l.5-2.5L19 11l2 2-5.5 5.5ZM4 15l3.5-3.5 3 3',
  library:
    'M4 8h12a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V9a1 1 0 0 1 1-1ZM3 17l4-4 3 3 2-2 5 4M7 5h13a1 1 0 0 1 1 1v10',
  pdf: 'M13 3H7a1 1 0 0 0-1 1v16a1 1 0 0 0 1 1h10a1 1 0 0 0 1-1V8ZM13 3v5h5M9.5 17v-4h1.2a1.2 1.2 0 0 1 0 2.4H9.5M14 17v-4h2M14 15h1.5',
  table: 'M5 5h14a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1ZM4 10h16M4 14.5h16M12 10v9',
  less: 'M20 5H4M20 19H4M20 12h-8M8 9l-3 3 3 3',
  more: 'M20 5H4M20 19H4M20 12h-8M5 9l3 3-3 3',
} as const;

type Tool = [format: string, value: string | undefined, face: string, name: string];

/** The spec's toolbar in its order, plus frequent tools: the label and the name of each button. */
const groups: Tool[][] = [
  [
    ['bold', undefined, '<b>B</b>', 'Bold'],
    ['italic', undefined, '<i>I</i>', 'Italic'],
    ['underline', undefined, '<u>U</u>', 'Underline'],
    ['strike', undefined, '<s>S</s>', 'Strikethrough'],
  ],
  [
    ['header', '1', 'H1', 'H1 heading'],
    ['header', '2', 'H2', 'H2 heading'],
    ['header', '3', 'H3', 'H3 heading'],
  ],
  [
    ['list', 'ordered', icon('ordered'), 'Numbered list 1. 2. 3.'],
    ['list', 'bullet', icon('bullet'), 'Bulleted list'],
  ],
  [
    ['link', undefined, icon('link'), 'Insert link'],
    ['image', undefined, icon('image'), 'Insert image'],
    ['clean', undefined, icon('clean'), 'Clean formatting'],
    ['blockquote', undefined, icon('quote'), 'Quote'],
  ],
  [
    ['undo', undefined, icon('undo'), 'Undo'],
    ['redo', undefined, icon('redo'), 'Redo'],
  ],
];

/** Shown by '+'. Without this row the spec's code languages and indents could not be reached. */
const rare: Tool[] = [
  ['library', undefined, icon('library'), 'Picture from the library'],
  ['picture', undefined, icon('picture'), 'Alt text'],
  ['pdf', undefined, icon('pdf'), 'Attach a PDF'],
  ['table', undefined, icon('table'), 'Insert table'],
  ['indent', '-1', icon('less'), 'Indent less'],
  ['indent', '+1', icon('more'), 'Indent more'],
];

/** Buttons that act at once and have no pressed state. */
const actions =
  '.ql-link, .ql-image, .ql-clean, .ql-indent, .ql-undo, .ql-redo, .ql-picture, .ql-library, .ql-pdf, .ql-table';

/** `languages` by the editor's names; `tableTools` come last. */
export function makeToolbar(languages: { key: string; label: string }[], tableTools: HTMLElement): HTMLElement {
  const toolbar = makeElement('div', { role: 'toolbar', 'aria-label': 'Text formatting' });
  const more = makeElement('span', {}, ...rare.map(makeButton), makeCodeChoice(languages));
  const shown = groups.map((tools) => makeElement('span', {}, ...tools.map(makeButton)));
  toolbar.append(...shown, makeElement('span', {}, makeOpener(more)), more, tableTools);
  for (const [index, control] of controlsOf(toolbar).entries()) control.tabIndex = index === 0 ? 0 : -1;
  toolbar.addEventListener('keydown', moveWithArrows);
  toolbar.addEventListener('focusin', ({ target }) => {
    for (const one of controlsOf(toolbar)) one.tabIndex = one === target ? 0 : -1;
  });
  return toolbar;
}

type Steps = { undo: readonly unknown[]; redo: readonly unknown[] };

/** Call it after the editor has marked the formats at the cursor. `steps`: whether undo and redo are possible. */
export function updateButtonStates(toolbar: HTMLElement, steps: Steps): void {
  for (const button of toolbar.querySelectorAll(actions)) button.removeAttribute('aria-pressed');
  for (const name of ['undo', 'redo'] as const) {
    const button = toolbar.querySelector(`.ql-${name}`);
    button?.setAttribute('aria-disabled', String(steps[name].length === 0));
  }
  const choice = toolbar.querySelector('select');
  if (choice?.selectedIndex === -1) choice.selectedIndex = 0;
}

/** The '+' that shows the less frequent tools. */
function makeOpener(more: HTMLElement): HTMLButtonElement {
  const opener = makeElement('button', { type: 'button', title: 'More tools', 'aria-label': 'More tools' }, '+');
  const show = (isShown: boolean) => {
    more.hidden = !isShown;
    opener.setAttribute('aria-expanded', String(isShown));
  };
  opener.addEventListener('click', () => {
    show(more.hidden === true);
    // On a narrow screen the bar scrolls sideways, and they would stay out of view.
    more.firstElementChild?.scrollIntoView({ block: 'nearest', inline: 'center' });
  });
  show(false);
  return opener;
}

function makeButton([format, value, face, name]: Tool): HTMLButtonElement {
  const named = { 'aria-label': name, 'aria-pressed': 'false', title: name };
  const button = makeElement('button', { type: 'button', class: `ql-${format}`, ...(value && { value }), ...named });
  // Words and letters stay readable at every zoom and in forced colours.
  button.innerHTML = face;
  return button;
}

function makeCodeChoice(languages: { key: string; label: string }[]): HTMLSelectElement {
  const options = languages.map(({ key, label }) => new Option(label, key));
  const named = { class: 'ql-code-block', 'aria-label': 'Code block', title: 'Code block' };
  return makeElement('select', named, new Option('No code', '', true, true), ...options);
}

function controlsOf(toolbar: HTMLElement): HTMLElement[] {
  return [...toolbar.querySelectorAll<HTMLElement>(':is(button, select):not([hidden] > *)')];
}

/** One tab stop for the whole toolbar (WAI-ARIA toolbar pattern). */
function moveWithArrows(event: KeyboardEvent): void {
  const toolbar = event.currentTarget as HTMLElement;
  const all = controlsOf(toolbar);
  const from = all.indexOf(document.activeElement as HTMLElement);
  const steps: Record<string, number> = { ArrowRight: from + 1, ArrowLeft: from - 1, Home: 0, End: all.length - 1 };
  const to = steps[event.key];
  if (from < 0 || to === undefined) return;
  event.preventDefault();
  all[(to + all.length) % all.length]?.focus();
}

/** The button beside it has a name: screen readers skip the icon. */
function icon(name: keyof typeof shapes): string {
  return `<svg aria-hidden="true" viewBox="0 0 24 24"><path d="${shapes[name]}" /></svg>`;
}
