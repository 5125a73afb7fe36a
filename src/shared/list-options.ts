/** What every list of the API takes; `cursor` is the `nextCursor` of the page before. */
export type ListOptions = { search?: string; limit?: number; cursor?: string };

/** `?search=…&limit=…`, or nothing. */
export function queryOf(options: ListOptions & { fields?: string }): string {
  const given = Object.entries(options).filter(([, value]) => value !== undefined && value !== '');
  return given.length === 0
    ? ''
    : `?${new URLSearchParams(given.map(([key, value]): [string, string] => [key, String(value)]))}`;
}
