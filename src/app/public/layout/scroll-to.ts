const duration = 800;
const offset = -80;

/** Scrolls to 80 px above `target` in 800 ms (spec 9), at once under reduced motion, and moves the focus there. */
export function scrollToElement(target: HTMLElement): void {
  const from = scrollY;
  const to = Math.min(
    from + target.getBoundingClientRect().top + offset,
    document.documentElement.scrollHeight - innerHeight,
  );
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
    scrollTo(0, to);
    return;
  }
  const stop = new AbortController();
  for (const gesture of ['wheel', 'touchstart', 'keydown']) {
    addEventListener(gesture, () => stop.abort(), { signal: stop.signal, passive: true });
  }
  const started = performance.now();
  const step = (time: number) => {
    if (stop.signal.aborted) return;
    const progress = Math.min(1, Math.max(0, (time - started) / duration));
    scrollTo(0, from + (to - from) * ease(progress));
    if (progress < 1) requestAnimationFrame(step);
    else stop.abort();
  };
  requestAnimationFrame(step);
}

function ease(progress: number): number {
  return progress < 0.5 ? 4 * progress ** 3 : 1 - (2 - 2 * progress) ** 3 / 2;
}
