/** The first click of a double click may move or remove what it hits. The second would hit something else. */

const controls = 'a, button, input, label, select, summary, textarea, [contenteditable="true"]';

/** Ignores the later clicks of a double click where something else has come under the pointer. */
export function ignoreStrayClicks(): void {
  let first: Element | null = null;
  let isStray = false;
  const look = (event: MouseEvent) => {
    if (event.type === 'mousedown') {
      const hit = event.target instanceof Element ? (event.target.closest(controls) ?? event.target) : null;
      if (event.detail <= 1) first = hit;
      isStray = hit !== first;
    }
    if (!isStray || event.detail <= 1) return;
    event.preventDefault();
    event.stopPropagation();
  };
  for (const type of ['mousedown', 'click'] as const) window.addEventListener(type, look, { capture: true });
}
