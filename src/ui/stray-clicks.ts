/** The first click of a double click may move or remove what it hits. The second would hit something else. */

const controls = 'a, button, input, label, select, summary, textarea, [contenteditable="true"]';

/** Farther away in pixels it is meant: browsers count two quick taps up to a thumb apart as a double one. */
const nearby = 16;

/** Ignores the later clicks of a double click where something else has come under the pointer. */
export function ignoreStrayClicks(): void {
  let first: { hit: Element | null; x: number; y: number } | null = null;
  let isStray = false;
  const look = (event: MouseEvent) => {
    if (event.type === 'mousedown') {
      const hit = event.target instanceof Element ? (event.target.closest(controls) ?? event.target) : null;
      const { clientX: x, clientY: y, detail } = event;
      if (detail <= 1 || !first || Math.hypot(x - first.x, y - first.y) > nearby) first = { hit, x, y };
      isStray = hit !== first.hit;
    }
    if (!isStray || event.detail <= 1) return;
    event.preventDefault();
    event.stopPropagation();
  };
  for (const type of ['mousedown', 'click'] as const) window.addEventListener(type, look, { capture: true });
}
