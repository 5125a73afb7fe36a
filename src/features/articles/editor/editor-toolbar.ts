/** The spec's toolbar in its order: the face and the name of each button. */
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

/** Not in the spec, but without them its code languages and indent levels could not be reached. */
const indents: typeof buttons = [
  ['indent', '-1', '⇤', 'Indent less'],
  ['indent', '+1', '⇥', 'Indent more'],
];

/** Buttons that act at once and have no pressed state. */
const actions = '.ql-link, .ql-image, .ql-clean, .ql-indent';

/** `languages` as the editor names them. */
export function makeToolbar(languages: { key: string; label: string }[]): HTMLElement {
  const toolbar = document.createElement('div');
  toolbar.setAttribute('role', 'toolbar');
  toolbar.setAttribute('aria-label', 'Text formatting');
  toolbar.append(...buttons.map(makeButton), makeCodeChoice(languages), ...indents.map(makeButton));
  for (const [index, control] of controlsOf(toolbar).entries()) control.tabIndex = index === 0 ? 0 : -1;
  toolbar.addEventListener('keydown', moveWithArrows);
  toolbar.addEventListener('focusin', (event) => makeTabStop(toolbar, event.target as HTMLElement));
  return toolbar;
}

/** Call it after the editor has marked what is on at the cursor. */
export function mendStates(toolbar: HTMLElement): void {
  for (const button of toolbar.querySelectorAll(actions)) button.removeAttribute('aria-pressed');
  const choice = toolbar.querySelector('select');
  if (choice?.selectedIndex === -1) choice.selectedIndex = 0;
}

export function focusToolbar(toolbar: HTMLElement): void {
  toolbar.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
}

function makeButton([format, value, face, name]: (typeof buttons)[number]): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = `ql-${format}`;
  if (value !== undefined) button.value = value;
  button.setAttribute('aria-label', name);
  button.setAttribute('aria-pressed', 'false');
  button.title = name;
  // Words and letters stay readable at every zoom and in forced colours.
  button.innerHTML = face;
  return button;
}

function makeCodeChoice(languages: { key: string; label: string }[]): HTMLSelectElement {
  const choice = document.createElement('select');
  choice.className = 'ql-code-block';
  choice.setAttribute('aria-label', 'Code block');
  choice.title = 'Code block';
  choice.add(new Option('No code', '', true, true));
  for (const { key, label } of languages) choice.add(new Option(label, key));
  return choice;
}

function controlsOf(toolbar: HTMLElement): HTMLElement[] {
  return [...toolbar.querySelectorAll<HTMLElement>('button, select')];
}

/** One tab stop for the whole toolbar (WAI-ARIA toolbar pattern). */
function moveWithArrows(event: KeyboardEvent): void {
  const toolbar = event.currentTarget as HTMLElement;
  const all = controlsOf(toolbar);
  const from = all.indexOf(document.activeElement as HTMLElement);
  const steps: Record<string, number> = { ArrowRight: from + 1, ArrowLeft: from - 1, Home: 0, End: all.length - 1 };
  const to = steps[event.key];
  if (from < 0) return;
  if (to === undefined) return openChoice(event);
  event.preventDefault();
  all[(to + all.length) % all.length]?.focus();
}

/** Opens a closed list, which would take each arrow key and letter for a choice and lose the focus. */
function openChoice(event: KeyboardEvent): void {
  const { target, key } = event;
  if (!(target instanceof HTMLSelectElement) || !('showPicker' in target)) return;
  const isChoice = key === 'ArrowDown' || key === 'ArrowUp' || (key.length === 1 && key !== ' ');
  if (!isChoice || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  target.showPicker();
}

function makeTabStop(toolbar: HTMLElement, control: HTMLElement): void {
  for (const one of controlsOf(toolbar)) one.tabIndex = one === control ? 0 : -1;
}
