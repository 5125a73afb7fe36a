/** What a toast never covers, and what it covers only where all else is taken. */
const kept = 'button, h1, h2, h3, h4, input, label:has(input), select, summary, textarea, [contenteditable=true]';
const better = `a, .notable[data-tone], ${kept}`;

/** In pixels: from the edges, and from one place that is tried to the next. */
const [edge, step] = [16, 8];

/**
 * Keeps `toast` where it covers no field, heading or button while the page scrolls and changes: from below on wide screens,
 * from the bar at the top on phones, where the keyboard is below. It is as short as that bar only where there is no place for
 * all of it. While the mouse moves on it, it stays: a press would end beside it. Returns a function that ends it.
 */
export function keepToastClear(toast: HTMLElement): () => void {
  let place: Place | undefined;
  // One that arrives under a mouse at rest makes way for what is to be pressed next.
  let isPointedAt = false;
  toast.addEventListener('pointermove', ({ pointerType }) => (isPointedAt = pointerType === 'mouse'));
  toast.addEventListener('pointerleave', () => (isPointedAt = false));
  const move = () => {
    if (place && (isPointedAt || clearOf(kept, toast)(place))) return;
    const find = (isShort: boolean) => {
      toast.toggleAttribute('data-short', isShort);
      const places = placesFor(toast);
      place =
        places.find(clearOf(better, toast)) ?? places.find(clearOf(kept, toast)) ?? (isShort ? places[0] : undefined);
    };
    find(false);
    if (!place) find(true);
    Object.assign(toast.style, { left: `${place?.left}px`, top: `${place?.top}px` });
  };
  move();
  const timer = setInterval(move, 200);
  return () => clearInterval(timer);
}

type Place = { left: number; top: number };

function placesFor({ offsetWidth, offsetHeight }: HTMLElement): Place[] {
  // What a phone's keyboard leaves free.
  const { offsetTop, height } = window.visualViewport ?? { offsetTop: 0, height: innerHeight };
  const rows = Array.from({ length: Math.max(1, Math.floor((height - offsetHeight) / step)) }, (_, row) => row * step);
  const right = innerWidth - offsetWidth - edge;
  if (right < offsetWidth) return rows.map((row) => ({ left: edge, top: offsetTop + step / 2 + row }));
  const columns = [right, edge, (right + edge) / 2, (3 * right + edge) / 4, (right + 3 * edge) / 4];
  const lowest = offsetTop + height - offsetHeight - step;
  return rows.flatMap((row) => columns.map((left) => ({ left, top: lowest - row })));
}

function clearOf(selector: string, toast: HTMLElement): (place: Place) => boolean {
  const { offsetWidth, offsetHeight } = toast;
  const others = [...document.querySelectorAll(selector)].filter((one) => !toast.contains(one));
  const boxes = others.map((one) => [one, one.getBoundingClientRect()] as const);
  return ({ left, top }) =>
    !boxes.some(([one, box]) => {
      const [from, to] = [Math.max(box.left, left), Math.min(box.right, left + offsetWidth)];
      const [above, below] = [Math.max(box.top, top), Math.min(box.bottom, top + offsetHeight)];
      if (from >= to || above >= below) return false;
      // What is behind a bar is covered already, which may be a part of it.
      return [above + 1, (above + below) / 2, below - 1].some((y) => {
        const stack = document.elementsFromPoint((from + to) / 2, y);
        return one.contains(stack.find((other) => !toast.contains(other)) ?? null);
      });
    });
}
