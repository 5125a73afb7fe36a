import { replaceElement } from '../make-element.ts';

/**
 * Word writes list entries as paragraphs, each beginning with its bullet or number as text. Turns them into lists with the editor's
 * own marks for kind and depth.
 */
export function convertWordLists(body: HTMLElement): void {
  const entries = [...body.querySelectorAll<HTMLElement>('p, h1, h2, h3, h4, h5, h6')].flatMap(readEntry);
  let list: HTMLElement | null = null;
  for (const { element, id, depth, isOrdered } of entries) {
    // Only an adjacent entry of the same list continues it.
    if (!list || list.nextElementSibling !== element || list.dataset.id !== id) {
      list = body.ownerDocument.createElement('ol');
      list.dataset.id = id;
      element.before(list);
    }
    const item = list.appendChild(body.ownerDocument.createElement('li'));
    item.dataset.list = isOrdered ? 'ordered' : 'bullet';
    if (depth > 0) item.className = `ql-indent-${Math.min(depth, 8)}`;
    item.append(...element.childNodes);
    element.remove();
  }
}

/** Word in a browser gives each entry its own list, with the depth and headings in attributes. */
export function convertWordOnlineMarkup(body: HTMLElement): void {
  for (const end of body.querySelectorAll('span.EOP')) end.remove();
  for (const line of body.querySelectorAll('p[role="heading"]')) {
    const level = Number(line.getAttribute('aria-level')) || 2;
    replaceElement(line, `h${Math.min(level, 6)}`);
  }
  for (const item of body.querySelectorAll<HTMLElement>('li[data-aria-level]')) {
    const depth = Number(item.dataset.ariaLevel) - 1;
    if (depth > 0) item.className = `ql-indent-${Math.min(depth, 8)}`;
  }
}

type Entry = { element: HTMLElement; id: string; depth: number; isOrdered: boolean };

function readEntry(element: HTMLElement): Entry[] {
  const style = element.dataset.style ?? '';
  // bounded: in the browser of anyone who pastes
  const [, id] = /mso-list:[^;]*\bl(\d+)/i.exec(style) ?? [];
  if (id === undefined) return [];
  const mark = takeMark(element);
  // bounded: in the browser of anyone who pastes
  const level = Number(/mso-list:[^;]*\blevel(\d+)/i.exec(style)?.[1] ?? 1);
  return [{ element, id, depth: level - 1, isOrdered: /^\(?(\d+|[a-z]{1,5})[.)]/i.test(mark) }];
}

/** Removes the bullet or number and returns it. */
function takeMark(element: HTMLElement): string {
  const marks = [...element.querySelectorAll<HTMLElement>('[data-style*="mso-list"]')].filter((part) =>
    /mso-list:\s*ignore/i.test(part.dataset.style ?? ''),
  );
  const mark = (marks[0]?.textContent ?? '').trim();
  for (const part of marks) part.remove();
  return mark;
}
