/** The first click of a double click may remove what it hits. The second would hit the element below. */

/** Ignores the second click of a double click. A new click works at once. */
export function suppressDoubleClick(): void {
  const ended = new AbortController();
  const stop = (event: MouseEvent) => {
    const isSecond = event.detail > 1;
    if (isSecond) {
      event.preventDefault();
      event.stopPropagation();
    }
    if (!isSecond || event.type === 'click') ended.abort();
  };
  for (const type of ['mousedown', 'click'] as const)
    window.addEventListener(type, stop, { capture: true, signal: ended.signal });
}
