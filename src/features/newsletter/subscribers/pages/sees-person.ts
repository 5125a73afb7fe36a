const signs = ['pointermove', 'pointerdown', 'touchstart', 'wheel', 'scroll', 'keydown'] as const;
const withinMs = 1000;

/**
 * True at the first sign of a person; false without one: mail scanners open links and run scripts, and touch nothing. A page that is
 * closed before either does nothing, as nothing tells a person from a scanner then.
 */
export function seesPerson(): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const controller = new AbortController();
  for (const sign of signs) addEventListener(sign, () => resolve(true), { signal: controller.signal, passive: true });
  setTimeout(() => resolve(false), withinMs);
  return promise.finally(() => controller.abort());
}
