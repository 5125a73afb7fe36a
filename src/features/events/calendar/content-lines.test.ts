import { expect, test } from 'vitest';
import { randomOf } from '#tests/attack/odd-values.ts';
import { hasPythonReader, readByIcalJs, readByPython } from '#tests/support/calendar-readers.ts';
import { singleEventIcs } from './calendar.ts';
import { icsLine, icsTextLine } from './content-lines.ts';

const site = { authority: 'society.example', siteUrl: 'https://society.example' };
const at = '2026-11-21T12:00:00.000Z';
const event = { id: 7, eventDate: '2026-12-01T18:00:00', startsAt: '2026-12-01T18:00:00.000Z', createdAt: at };

function withTexts(title: string, location = 'Room', description = ''): string {
  return singleEventIcs({ ...event, updatedAt: at, version: 1, title, location, description }, site);
}

/** What RFC 5545 (3.1) asks of every line as it travels. */
function expectWhole(text: string, why = ''): void {
  expect(text.isWellFormed(), why).toBe(true);
  expect(text.endsWith('\r\n'), why).toBe(true);
  const lines = text.slice(0, -2).split('\r\n');
  for (const line of lines) {
    expect(Buffer.byteLength(line), why).toBeLessThanOrEqual(75);
    expect(line, why).not.toMatch(/[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u2028\u2029]/);
    // The name of a property or the space of a folded line.
    expect(line, why).toMatch(/^( |[A-Z-]+[;:])/);
  }
}

/** As it stands after reading: without what no line can hold. */
function kept(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n|[\r\u0085\u2028\u2029]/g, '\n')
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufffe\uffff]/g, '');
}

test('a line is folded at 75 octets, between characters', () => {
  const lines = (text: string) => text.split('\r\n').map((line) => Buffer.byteLength(line));
  expect(lines(icsTextLine('SUMMARY', 'a'.repeat(67)))).toEqual([75]);
  expect(lines(icsTextLine('SUMMARY', 'a'.repeat(68)))).toEqual([75, 2]);
  expect(lines(icsTextLine('SUMMARY', 'é'.repeat(34)))).toEqual([74, 3]);
  expect(lines(icsTextLine('SUMMARY', '€'.repeat(30)))).toEqual([74, 25]);
  expect(lines(icsTextLine('SUMMARY', '🦇'.repeat(20)))).toEqual([72, 17]);
});

test('characters with a meaning in calendars are escaped', () => {
  expect(icsTextLine('SUMMARY', 'One; two, three\\four: "five"\nsix')).toBe(
    'SUMMARY:One\\; two\\, three\\\\four: "five"\\nsix',
  );
  expect(icsTextLine('SUMMARY', 'a\r\nb\rc\nd\u2028e\u0085f')).toBe('SUMMARY:a\\nb\\nc\\nd\\ne\\nf');
});

test('no text can begin a line of its own', () => {
  const attack = 'Talk\r\nEND:VEVENT\r\nBEGIN:VALARM\rATTENDEE:mailto:who@evil.example\nX:\\nY';
  const text = withTexts(attack, attack, attack);
  expectWhole(text);
  const [read] = readByIcalJs(text).events;
  expect([read?.summary, read?.location]).toEqual([kept(attack), kept(attack)]);
  expect(text.match(/^(BEGIN|END):/gm)).toHaveLength(4);
  expect(icsLine('URL', 'https://a.example/\r\nATTENDEE:b\u2028c')).toBe('URL:https://a.example/ATTENDEE:bc');
});

test('ten thousand emoji are folded and can be read back', () => {
  const emoji = '👩‍👩‍👧‍👦🦇'.repeat(1250);
  const text = withTexts('Bats', 'Cave', emoji);
  expectWhole(text);
  for (const read of readers) expect(read(text).events[0]?.description).toBe(`${emoji}\n\n${site.siteUrl}/events/7`);
});

const pieces = [
  ...['\r', '\n', '\r\n', '\t', ' ', '\\', '\\n', '\\N', ';', ',', ':', '"', '^n', 'END:VEVENT', 'BEGIN:VEVENT', '='],
  ...['\u0000', '\u0007', '\u000b', '\u000c', '\u001c', '\u001e', '\u007f', '\u0085', '\u009b', '\u2028', '\u2029'],
  ...[
    '\ud800',
    '\udc00',
    '\ufffe',
    '\uffff',
    '\ufeff',
    '\u200d',
    'e\u0301',
    'ß',
    '€',
    '日',
    'شيء',
    '🦇',
    '👩‍👩‍👧‍👦',
    '🇬🇧',
    'word ',
  ],
];
const readers = [readByIcalJs, ...(hasPythonReader ? [readByPython] : [])];
/** icalendar 4 takes an escaped backslash before an n for a line break. */
const withoutBackslashes = (text: string) => text.replaceAll('\\', '/');

test('any text gives whole lines and reads back unchanged', () => {
  const random = randomOf(5545);
  const some = () => Array.from({ length: random.below(120) }, () => random.of(pieces)).join('');
  for (let round = 0; round < 400; round++) {
    // Python takes a fifth of a second to begin.
    const isForAll = round % 20 === 0;
    const [title, location, description] = [`t${some()}t`, `l${some()}l`, `d${some()}d`].map((text) =>
      isForAll ? withoutBackslashes(text) : text,
    ) as [string, string, string];
    const text = withTexts(title, location, description);
    const why = JSON.stringify([title, location, description]);
    expectWhole(text, why);
    for (const reader of isForAll ? readers : [readByIcalJs])
      expect(reader(text).events[0], why).toMatchObject({
        summary: kept(title),
        location: kept(location),
        description: `${kept(description)}\n\n${site.siteUrl}/events/7`,
      });
  }
});
