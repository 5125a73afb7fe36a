/** What programs say in other ways: Apple's by classes of spans, Notion by newlines in its paragraphs. */
export function addImpliedStyles(body: HTMLElement, html: string): void {
  const add = (selector: string, style: string) => {
    for (const element of body.querySelectorAll<HTMLElement>(selector))
      element.dataset.style = `${element.dataset.style ?? ''};${style}`;
  };
  // bounded: in the browser of anyone who pastes
  for (const [, name, style = ''] of html.matchAll(/span\.(s\d+)\s*\{([^{}]*)\}/g)) add(`span.${name}`, style);
  if (html.includes('<!-- notionvc:')) add('p', 'white-space:pre-line');
}

/**
 * Turns styles for bold, struck or raised text into tags, since word processors often write only styles. Drops all other styles.
 */
export function stylesToTags(element: HTMLElement): void {
  const style = readStyle(element.dataset.style ?? '');
  delete element.dataset.style;
  if (hidden.some(([name, value]) => style.get(name) === value)) return element.remove();
  for (const tag of tagsFor(style, element)) wrapInside(element, tag);
  // Google Docs wraps everything copied in one such element.
  if (/^(b|strong)$/i.test(element.tagName) && /^(normal|400)$/.test(style.get('font-weight') ?? ''))
    element.replaceWith(...element.childNodes);
}

const hidden = [
  ['display', 'none'],
  ['visibility', 'hidden'],
  ['mso-hide', 'all'],
] as const;

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
  const pairs = text
    .replaceAll('!important', '')
    .split(';')
    .map((part) => part.split(':'));
  return new Map(
    pairs.map(([name = '', ...value]) => [name.trim().toLowerCase(), value.join(':').trim().toLowerCase()]),
  );
}

function wrapInside(element: HTMLElement, tag: string): void {
  const inner = element.ownerDocument.createElement(tag);
  inner.append(...element.childNodes);
  element.append(inner);
}
