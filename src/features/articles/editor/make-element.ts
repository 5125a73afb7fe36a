/** An element of the editor with its attributes, and what is in it. */
export function makeElement<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Record<string, string> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** The same under another tag, in its place, without attributes. */
export function replaceElement(element: Element, tag: string): HTMLElement {
  const other = element.ownerDocument.createElement(tag);
  other.append(...element.childNodes);
  element.replaceWith(other);
  return other;
}

/** Enter and Space press it; the editor must not see them. */
export function makeButtonInText(name: string, act: () => void): HTMLButtonElement {
  const button = makeElement('button', { type: 'button' }, name);
  button.addEventListener('click', act);
  button.addEventListener('keydown', (event) => event.stopPropagation());
  return button;
}
