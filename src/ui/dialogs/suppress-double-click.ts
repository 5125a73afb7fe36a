/** A double click whose first half takes something away would hit what lies below with its second. */

/** Lets the rest of a double click come to nothing; whoever clicks anew is not held up. */
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
