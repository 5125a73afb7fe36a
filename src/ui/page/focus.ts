/** Moves the focus when its control disappears: it must never fall back to the top of the page. */

/** Focuses the heading of the section that holds `from`, else of the page, else the page itself. */
export function focusHeading(from?: Element): void {
  const target =
    from?.closest('section')?.querySelector<HTMLElement>('h1, h2') ??
    document.querySelector<HTMLElement>('main h1') ??
    document.getElementById('main');
  if (!target) return;
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
}

export function focusSearch(): void {
  document.querySelector<HTMLElement>('main input[type="search"]')?.focus();
}

/** Focuses the link to `address`, such as a card's, or else the heading. */
export function focusLinkTo(address: string): void {
  const link = document.querySelector<HTMLElement>(`main a[href="${CSS.escape(address)}"]`);
  if (link) link.focus();
  else focusHeading();
}

/** The `ref` of an element that may disappear while it has the focus. */
export function moveFocusOnRemoval(place: HTMLElement | null): () => void {
  return () => {
    if (place?.contains(document.activeElement)) focusHeading();
  };
}

/** For a press far down the page or section, whose answer appears below the heading. */
export function focusAndShowHeading(from?: Element): void {
  focusHeading(from);
  document.activeElement?.scrollIntoView({ block: 'nearest' });
}
