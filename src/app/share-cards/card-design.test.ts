import { expect, test } from 'vitest';
import { composeImage } from '#platform/images/run-image-task.ts';
import { cardSize, type ShareCard } from '#shared/share-card.ts';
import { shareCardLayers } from './card-design.ts';

const card: ShareCard = {
  kind: 'events',
  id: 7,
  society: 'One Health Student Society',
  title: 'Evening lecture',
  lines: ['Dec 1, 2026 at 6:30 PM', 'Lecture hall 2'],
  imageUrl: null,
  imageFocalX: null,
  imageFocalY: null,
};

function wordsOf(change: Partial<ShareCard>): string[] {
  return shareCardLayers({ ...card, ...change }, null).flatMap((layer) => (layer.name === 'text' ? layer.text : []));
}

test('a card says what, when, where and who', () => {
  expect(wordsOf({})).toEqual([card.society, card.title, ...card.lines]);
});

test('a character that the fonts lack drops a whole title; a place or a society drops only that character', () => {
  for (const title of ['ಬಾವಲಿಗಳು', '\u{20BB7}野', '\u{1F987}'.repeat(200), '\u202e', 'I ❤ bats'])
    expect(wordsOf({ title }), title).toEqual([]);
  expect(wordsOf({ lines: ['Dec 1, 2026 at 6:30 PM', 'ಮೈಸೂರು'] })).toEqual([card.society, card.title, card.lines[0]]);
  expect(wordsOf({ society: 'ಸಂಘ' })).toEqual([card.title, ...card.lines]);
});

test('the longest title, of words or of one word, is drawn within its card', async () => {
  for (const title of ['W'.repeat(200), 'word '.repeat(40).trim(), '<b>&amp;</b> "quoted" %s']) {
    const long = { ...card, title, society: 'W'.repeat(100), lines: ['W'.repeat(100), 'w '.repeat(50)] };
    const bytes = await composeImage({ ...cardSize, layers: shareCardLayers(long, null) });
    expect(bytes.byteLength, title).toBeGreaterThan(10_000);
  }
});

test('the time of several days stands on the card to its end', async () => {
  const drawn = (line: string) =>
    composeImage({ ...cardSize, layers: shareCardLayers({ ...card, lines: [line, 'Lecture hall 2'] }, null) });
  const start = 'Cancelled · Dec 22, 2026 at 10:00 AM – Dec 24, 2026 at 4:0';
  expect(Buffer.compare(await drawn(`${start}0 PM`), await drawn(`${start}5 PM`))).not.toBe(0);
  expect(Buffer.compare(await drawn(`${start}0 PM`), await drawn(`${start}0 AM`))).not.toBe(0);
});
