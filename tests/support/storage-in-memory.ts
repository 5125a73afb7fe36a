/** A browser's storage for tests that run without one: its entries are its own properties, as there. */
export function storageInMemory(): object {
  const kept: Record<string, string> = {};
  return Object.defineProperties(kept, {
    setItem: { value: (key: string, text: string) => Object.assign(kept, { [key]: text }) },
    getItem: { value: (key: string) => kept[key] ?? null },
    removeItem: { value: (key: string) => delete kept[key] },
  });
}
