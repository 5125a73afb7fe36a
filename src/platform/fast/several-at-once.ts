/** Does `work` with each, some at a time, in their order. Rejects with the first failure. */
export async function severalAtOnce<T>(
  most: number,
  items: Iterable<T>,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const left = items[Symbol.iterator]();
  const lane = async () => {
    for (let next = left.next(); !next.done; next = left.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: most }, lane));
}
