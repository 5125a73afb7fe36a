/** Values that programs stumble over, chosen by numbers that a seed repeats. */
export type Random = ReturnType<typeof randomOf>;

/** Mulberry32. */
export function randomOf(seed: number) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (most: number) => Math.floor(next() * most);
  return {
    below,
    chance: (share: number) => next() < share,
    of: <T>(values: readonly T[]): T => values[below(values.length)] as T,
  };
}

export const oddTexts = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff\ud800',
  '\ufeff',
  '\u202e reversed',
  '\u200d\u200b',
  '👩‍👩‍👧‍👦'.repeat(40),
  'e\u0301'.repeat(200),
  'İıſK',
  '٣٤',
  '１２',
  'a'.repeat(300),
  'x'.repeat(10_000),
  '\n\r\t\v\f',
  '\u2028\u2029',
  "'; DROP TABLE articles; --",
  "' OR 1=1 --",
  '%',
  '_',
  '\\',
  '%_\\%',
  '"',
  '`',
  '$1',
  '?',
  ':name',
  '${7*7}',
  '{{7*7}}',
  '../../etc/passwd',
  '..%2f..%2f',
  'C:\\x',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'undefined',
  'NaN',
  'true',
  '0',
  '-0',
  '1e309',
  '9007199254740993',
  '9223372036854775808',
  '0x10',
  '1.5',
  '01',
  '+1',
  '2026-02-30T10:00:00',
  '2026-03-29T01:30:00',
  '0000-00-00',
  '-271821-04-20T00:00:00.000Z',
  '275760-09-13T00:00:00.001Z',
  '9999-12-31T23:59:59.999Z',
  '2026-12-01T24:00:00',
  'javascript:alert(1)',
  'data:image/svg+xml,<svg onload=alert(1)>',
  'https://',
  'https://[::1',
  'http://a b/',
  '//evil.example',
  '/\\evil.example',
  'mailto:a@b\r\nBcc: c@d',
  'a@b\r\nBcc: c@d',
  '"a b"@example.org',
  'a@xn--',
  'ü@exämple.org',
  `${'a'.repeat(65)}@example.org`,
  '=cmd()',
  '@SUM(1)',
  '<script>alert(1)</script>',
  '<p>'.repeat(300),
  '&#0;&#x110000;',
  '<![CDATA[',
];

const others: unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  -1e308,
  2 ** 31,
  2 ** 53,
  2 ** 63,
  Number.MIN_VALUE,
  [],
  {},
  [[[[]]]],
  [null],
  { toString: 1 },
  { length: -1 },
  { __proto__: null },
  { $ne: null },
  { constructor: { prototype: 1 } },
];

export function oddValue(random: Random): unknown {
  return random.chance(0.7) ? random.of(oddTexts) : random.of(others);
}

/** As it stands in an address or a header. */
export function oddText(random: Random): string {
  const value = oddValue(random);
  return (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed();
}
