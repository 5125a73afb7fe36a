import type Quill from 'quill/core.js';
import { Range } from 'quill/core.js';
import { toast } from '#ui/dialogs/toast.tsx';
import { isNotAnAddress, normaliseArticleLink } from '../link-address.ts';
import { makeElement } from './make-element.ts';
import { ArticleLink } from './register-formats.ts';

export type LinkRow = { element: HTMLElement; open: () => void };

/** A row below the toolbar for typing a link's address. It covers nothing and fits every width. */
export function makeLinkRow(quillOf: () => Quill): LinkRow {
  const { element, input, save, remove, back } = createElements();
  let place = new Range(0, 0);

  function open() {
    const quill = quillOf();
    const selected = quill.getSelection(true);
    const href = hrefAt(quill, selected);
    place = href === null ? selected : linkAround(quill, selected);
    input.value = href ?? addressIn(quill.getText(place));
    remove.hidden = href === null;
    element.hidden = false;
    element.scrollIntoView({ block: 'nearest' });
    input.focus();
    input.select();
  }

  function close(cursor: number, length = 0) {
    element.hidden = true;
    quillOf().focus();
    quillOf().setSelection(cursor, length, 'user');
  }

  function store() {
    const typed = input.value.trim();
    if (typed === '') return remove.hidden ? close(place.index, place.length) : unlink();
    const quill = quillOf();
    if (isNotAnAddress(typed)) {
      toast.warning(`“${typed}” is not a web address. Try something like example.org or https://example.org/page.`);
      return input.focus();
    }
    const href = normaliseArticleLink(typed);
    if (href === 'about:blank')
      toast.warning('This link will not work: only http, https, mailto, tel and sms are allowed.');
    if (place.length === 0) quill.insertText(place.index, typed, { link: href }, 'user');
    else quill.formatText(place.index, place.length, 'link', href, 'user');
    close(place.index + (place.length || typed.length));
  }

  function unlink() {
    quillOf().formatText(place.index, place.length, 'link', false, 'user');
    close(place.index + place.length);
  }

  save.addEventListener('click', store);
  remove.addEventListener('click', unlink);
  back.addEventListener('click', () => close(place.index, place.length));
  element.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') close(place.index, place.length);
    else if (event.key === 'Enter' && event.target === input) store();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  return { element, open };
}

function createElements() {
  const typing = { type: 'text', inputmode: 'url', autocomplete: 'off', placeholder: 'example.org' };
  const input = makeElement('input', typing);
  const save = makeElement('button', { type: 'button' }, 'Save link');
  const remove = makeElement('button', { type: 'button' }, 'Remove link');
  const back = makeElement('button', { type: 'button' }, 'Back');
  const label = makeElement('label', {}, 'Link address', input);
  const named = { class: 'link-row', hidden: '', role: 'group', 'aria-label': 'Link' };
  return { element: makeElement('div', named, label, save, remove, back), input, save, remove, back };
}

function hrefAt(quill: Quill, range: Range): string | null {
  const { link } = quill.getFormat(range);
  return typeof link === 'string' ? link : null;
}

/** The whole link when only the cursor is in it. */
function linkAround(quill: Quill, range: Range): Range {
  if (range.length > 0) return range;
  // A cursor right after the last letter of a link counts as inside of it.
  for (const index of [range.index, range.index - 1]) {
    const [link, offset] = quill.scroll.descendant(ArticleLink, index);
    if (link) return new Range(index - offset, link.length());
  }
  return range;
}

/** The selection itself, when it looks like an address. */
function addressIn(text: string): string {
  // bounded: what this person has selected
  return /^\S+[.@:]\S+$/.test(text.trim()) ? text.trim() : '';
}
