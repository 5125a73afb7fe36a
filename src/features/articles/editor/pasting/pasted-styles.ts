/**
 * Turns styles for bold, struck or raised text into tags, since word processors often write only styles. Drops all other styles.
 */
export function stylesToTags(element: HTMLElement): void {
  const style = readStyle(element.dataset.style ?? '');
  delete element.dataset.style;
  if (style.get('display') === 'none') return element.remove();
  for (const tag of tagsFor(style, element)) wrapInside(element, tag);
  // Google Docs wraps everything copied in one such element.
  if (/^(b|strong)$/i.test(element.tagName) && /^(normal|400)$/.test(style.get('font-weight') ?? ''))
    element.replaceWith(...element.childNodes);
}

function tagsFor(style: Map<string, string>, element: HTMLElement): string[] {
  const line = `${style.get('text-decoration')} ${style.get('text-decoration-line')}`;
  const isInLink = element.closest('a') !== null;
  const said: [tag: string, isSaid: boolean][] = [
    ['strong', /^(bold|bolder|[6-9]00)$/.test(style.get('font-weight') ?? '')],
    ['em', /^(italic|oblique)/.test(style.get('font-style') ?? '')],
    ['u', line.includes('underline') && !isInLink],
    ['s', line.includes('line-through')],
    ['sup', style.get('vertical-align') === 'super'],
    ['sub', style.get('vertical-align') === 'sub'],
  ];
  return said.flatMap(([tag, isSaid]) => (isSaid ? [tag] : []));
}

function readStyle(text: string): Map<string, string> {
  const pairs = text.split(';').map((part) => part.split(':'));
  return new Map(
    pairs.map(([name = '', ...value]) => [name.trim().toLowerCase(), value.join(':').trim().toLowerCase()]),
  );
}

function wrapInside(element: HTMLElement, tag: string): void {
  const inner = element.ownerDocument.createElement(tag);
  inner.append(...element.childNodes);
  element.append(inner);
}
