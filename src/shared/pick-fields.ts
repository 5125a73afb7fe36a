/** Items with some of their fields: a page carries its data a second time, for the scripts, and no more of it than they show. */
export function pickFields<T, Field extends keyof T>(items: T[], fields: readonly Field[]): Pick<T, Field>[] {
  return items.map((item) => Object.fromEntries(fields.map((field) => [field, item[field]])) as Pick<T, Field>);
}
