/** Runs `work` once per key for as long as the page lives, however often it is asked. */
export function oncePerKey<T>(work: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const running = new Map<string, Promise<T>>();
  return (key) => {
    const known = running.get(key);
    if (known) return known;
    const promise = work(key);
    running.set(key, promise);
    return promise;
  };
}
