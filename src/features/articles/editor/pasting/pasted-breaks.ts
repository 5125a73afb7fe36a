import { blockTags } from '../html-blocks/block-elements.ts';
import { lineBreak } from '../html-blocks/fit-to-editor.ts';

const showsNewlines = /white-space(-collapse)?:\s*(pre|break-spaces|preserve)/;

/** Line breaks where the other program shows newlines as such. */
export function newlinesToBreaks(body: HTMLElement): void {
  for (const element of body.querySelectorAll<HTMLElement>('[data-style*="white-space"]')) {
    if (!showsNewlines.test(element.dataset.style ?? '')) continue;
    const texts = body.ownerDocument.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode as Text;
      const at = text.data.indexOf('\n');
      if (at < 0 || text.parentElement?.closest('[data-style*="white-space"], pre') !== element) continue;
      text.splitText(at + 1);
      text.data = text.data.slice(0, at);
      text.after(body.ownerDocument.createElement('br'));
    }
  }
}

/** Keeps what breaks a line within its paragraph, and drops what stands between blocks: it would become an empty paragraph. */
export function tidyBreaks(body: HTMLElement): void {
  for (const line of body.querySelectorAll('br')) {
    const [before, after] = [neighbour(line, 'previousSibling'), neighbour(line, 'nextSibling')];
    if (before === null && after === null) continue;
    const [isAfterBlock, isBeforeBlock] = [before, after].map((node) => node === null || isBlock(node));
    if (isAfterBlock && isBeforeBlock) line.remove();
    else if (!isAfterBlock && !isBeforeBlock && !line.closest('pre')) line.replaceWith(lineBreak(line));
  }
}

/** Null at the edge of the block. */
function neighbour(node: Node, side: 'previousSibling' | 'nextSibling'): Node | null {
  let next = node[side];
  while (next && !(next instanceof Element) && (next.textContent ?? '').trim() === '') next = next[side];
  const { parentElement: parent } = node;
  return next || !parent || parent.tagName === 'BODY' || isBlock(parent) ? next : neighbour(parent, side);
}

function isBlock(node: Node): boolean {
  return node instanceof Element && (node.tagName === 'BR' || blockTags.has(node.tagName.toLowerCase()));
}
