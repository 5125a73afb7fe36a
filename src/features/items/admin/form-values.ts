/** The form's values of an item: each field of `empty`, with texts and numbers as typed. */
export function formValuesOf<Values extends object>(empty: Values, item: Record<keyof Values, unknown> | null): Values {
  if (!item) return empty;
  const held = Object.entries(empty).map(([name, none]) => {
    const value = item[name as keyof Values];
    return [name, typeof none === 'string' ? String(value ?? '') : value];
  });
  return Object.fromEntries(held) as Values;
}
