import { replaceElement } from '../make-element.ts';

/**
 * Word writes list entries as paragraphs, each beginning with its bullet or number as text. Turns them into lists with the editor's
 * own marks for kind and depth. Numbers of headings become their words.
 */
export function convertWordLists(body: HTMLElement): void {
  let list: HTMLElement | null = null;
  for (const element of body.querySelectorAll<HTMLElement>('p, h1, h2, h3, h4, h5, h6')) {
    const entry = readEntry(element);
    if (!entry) continue;
    const { id, depth, isOrdered } = entry;
    if (!list || list.dataset.id !== id || !joinUpTo(list, element, isOrdered)) {
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

/** Whether `element` continues the list: nothing stands between, or paragraphs below a number, which join its entry. */
function joinUpTo(list: HTMLElement, element: HTMLElement, isOrdered: boolean): boolean {
  const between: Element[] = [];
  for (let next = list.nextElementSibling; next !== element; next = next.nextElementSibling)
    if (next?.tagName === 'P' && isOrdered) between.push(next);
    else return false;
  for (const paragraph of between) {
    if (paragraph.textContent?.trim()) list.lastElementChild?.append(list.ownerDocument.createElement('br'));
    list.lastElementChild?.append(...paragraph.childNodes);
    paragraph.remove();
  }
  return true;
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

/** Google Docs, task lists of GitHub and Markdown: a done or an open entry. */
export function convertCheckLists(body: HTMLElement): void {
  for (const item of body.querySelectorAll<HTMLElement>('li')) {
    const box = item.querySelector(':scope > input[type="checkbox"], :scope > :is(p, label) > input[type="checkbox"]');
    const isDone = item.ariaChecked === 'true' || box?.hasAttribute('checked');
    if (item.role !== 'checkbox' && !box) continue;
    item.dataset.list = isDone ? 'checked' : 'unchecked';
    // Google Docs strikes what is done.
    if (item.role === 'checkbox')
      for (const struck of item.querySelectorAll('s')) struck.replaceWith(...struck.childNodes);
  }
  for (const field of body.querySelectorAll('input')) field.remove();
}

function readEntry(element: HTMLElement): { id: string; depth: number; isOrdered: boolean } | null {
  // bounded: in the browser of anyone who pastes
  const [, id, level] = /mso-list:\s*(l\d+ level(\d+) lfo\d+)/i.exec(element.dataset.style ?? '') ?? [];
  if (id === undefined) return null;
  const mark = takeMark(element);
  if (element.tagName === 'P')
    return { id: id.replace(/level\d+/i, ''), depth: Number(level) - 1, isOrdered: numbers.test(mark) };
  element.prepend(mark && `${mark} `);
  return null;
}

/** In any script; a lone letter is the bullet of a font of signs. */
const numbers = /^[(（]?[\p{L}\p{N}]{1,7}[.)、．。）]|^\p{N}+$/u;

/** Removes the bullet or number and returns it. */
function takeMark(element: HTMLElement): string {
  const marks = [...element.querySelectorAll<HTMLElement>('[data-style*="mso-list"]')].filter((part) =>
    /mso-list:\s*ignore/i.test(part.dataset.style ?? ''),
  );
  const mark = (marks[0]?.textContent ?? '').trim();
  for (const part of marks) part.remove();
  return mark;
}
