import { BlockEmbed } from 'quill/blots/block.js';
import Quill from 'quill/core.js';
import { makeButtonInText, makeElement } from '../make-element.ts';

/** HTML that the editor cannot show exactly. It stays in the text unchanged; 'Edit' drops what the editor does not support. */
export class HtmlBlock extends BlockEmbed {
  static override blotName = 'kept';
  static override className = 'ql-kept';
  static override tagName = 'DIV';

  static override create(html: string): HTMLElement {
    const node = super.create(html) as HTMLElement;
    node.dataset.html = encodeURIComponent(html);
    node.contentEditable = 'false';
    node.append(bar(node), shown(html));
    return node;
  }

  static override value(node: HTMLElement): string {
    return htmlIn(node);
  }

  html(): string {
    return htmlBlockPlaceholder(htmlIn(this.domNode as HTMLElement));
  }
}

/** HTML that the editor turns into an HTML block. */
export function htmlBlockPlaceholder(html: string): string {
  return `<div class="ql-kept" data-html="${encodeURIComponent(html)}"></div>`;
}

export function expandHtmlBlocks(html: string): string {
  // bounded: the quotation mark of the next one ends each
  return html.replace(/<div class="ql-kept" data-html="([^"]*)"><\/div>/g, (_, kept: string) =>
    decodeURIComponent(kept),
  );
}

function htmlIn({ dataset }: HTMLElement): string {
  return decodeURIComponent(dataset.html ?? '');
}

/** Asks the editor to convert the block's content as well as it can. */
export const editHtmlBlockEvent = 'editkept';

function bar(node: HTMLElement): HTMLElement {
  const edit = makeButtonInText('Edit in simpler form', () =>
    node.dispatchEvent(new CustomEvent(editHtmlBlockEvent, { bubbles: true })),
  );
  const remove = makeButtonInText('Remove', () => inText(node, (quill, index) => quill.deleteText(index, 1, 'user')));
  const above = makeButtonInText('Write above', () =>
    inText(node, (quill, index) => {
      quill.insertText(index, '\n', 'user');
      quill.setSelection(index, 0, 'user');
    }),
  );
  return makeElement('div', { class: 'kept-bar' }, 'Kept as it is', edit, above, remove);
}

function inText(node: HTMLElement, act: (quill: Quill, index: number) => void): void {
  const blot = Quill.find(node);
  const quill = Quill.find(node.closest('.ql-container') ?? node);
  if (quill instanceof Quill && blot && !(blot instanceof Quill) && quill.isEnabled()) act(quill, quill.getIndex(blot));
}

const shownTags =
  /^(p|br|hr|h[1-6]|[uod]l|li|d[td]|blockquote|pre|code|div|span|strong|b|em|i|u|s|strike|del|ins|mark|small|su[bp]|a|img|figure|figcaption|table|caption|thead|tbody|tfoot|tr|th|td)$/i;
const shownAttributes = /^(colspan|rowspan|lang|dir|start|type|alt|src|width|height)$/;

/** A preview in which nothing runs and no link works. */
function shown(html: string): HTMLElement {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const element of body.querySelectorAll('*')) {
    if (!shownTags.test(element.tagName)) element.remove();
    for (const { name } of [...element.attributes]) if (!shownAttributes.test(name)) element.removeAttribute(name);
  }
  return makeElement('div', { class: 'kept-view' }, ...body.childNodes);
}
