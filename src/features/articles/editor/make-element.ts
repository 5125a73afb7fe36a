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

/** Enter and Space press it; the editor must not see them. */
export function makeButtonInText(name: string, act: () => void): HTMLButtonElement {
  const button = makeElement('button', { type: 'button' }, name);
  button.addEventListener('click', act);
  button.addEventListener('keydown', (event) => event.stopPropagation());
  return button;
}
