import jsQR from 'jsqr';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { SocietyEvent } from '#features/events/event.schema.ts';
import {
  type EventPoster,
  type PosterFormat,
  posterDate,
  posterFormats,
  shareText,
} from '#features/events/event-poster.ts';
import { composeImage } from '#platform/images/compose-image.ts';
import { noFocalPoint } from '#shared/item-picture.ts';
import { anEvent } from '#tests/support/builders.ts';
import { openHttpHandler } from '#tests/support/http-handler.ts';
import { testApp } from '#tests/support/test-app.ts';
import { posterLayers } from './poster-design.ts';

const poster: EventPoster = {
  title: 'Evening lecture',
  date: { weekday: 'Mon', day: '7', month: 'Dec', time: '6:30 PM – 8:30 PM' },
  location: 'Lecture Theatre B',
  about: 'With short talks.',
  note: 'Sign up · 40 places',
  isCancelled: false,
  url: 'https://onehealth.example.org/events/1',
  address: 'onehealth.example.org/events/1',
  society: 'One Health',
  imageUrl: null,
  ...noFocalPoint,
  look: undefined,
};
const formats = Object.keys(posterFormats) as PosterFormat[];

async function drawn(change: Partial<EventPoster>, format: PosterFormat): Promise<Buffer> {
  const layers = posterLayers({ ...poster, ...change }, format, { picture: null, logo: null });
  return composeImage({ ...posterFormats[format], layers });
}

test('its code is read from A4 printed at 72 dpi', async () => {
  const { data, info } = await sharp(await drawn({}, 'a4'))
    .resize({ width: 595 })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data).toBe(poster.url);
});

const titles = [
  'A',
  'W'.repeat(100),
  'word '.repeat(20).trim(),
  'الصحة الواحدة',
  '健康',
  'สุขภาพ',
  'Здоровье',
  'Υγεία',
  'ਸਿਹਤ',
  '<b>&amp;</b>',
];

test.each(formats)('%s: any title is drawn within its size and weight', async (format) => {
  for (const title of titles) {
    const bytes = await drawn(
      { title, about: 'word '.repeat(200), location: 'place '.repeat(30), isCancelled: true },
      format,
    );
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', ...posterFormats[format] });
    expect(bytes.byteLength, title).toBeLessThan(format === 'a4' ? 600_000 : 400_000);
  }
});

test('a title in Arabic mirrors the poster but for its code; no line begins with a dash', async () => {
  const starts = (title: string) =>
    posterLayers({ ...poster, title }, 'a4', { picture: null, logo: null }).flatMap((layer) =>
      layer.name === 'texts' ? [[layer.left, layer.align]] : [],
    );
  const [plain, mirrored] = [starts('Evening lecture'), starts('الصحة الواحدة')];
  expect(plain.map(([left]) => left)).toEqual([416, 88, 372]);
  expect(mirrored).toEqual([
    [88, 'right'],
    [88, 'right'],
    [412, 'right'],
  ]);
  const code = await sharp(await drawn({ title: 'الصحة الواحدة' }, 'a4'))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(jsQR(new Uint8ClampedArray(code.data), code.info.width, code.info.height)?.data).toBe(poster.url);
  const written = JSON.stringify(
    posterLayers({ ...poster, title: 'Summer – in winter' }, 'story', { picture: null, logo: null }),
  );
  expect(written).not.toMatch(/ [–—]/);
});

test('days and hours as they stand on it', () => {
  const day = { eventDate: '2026-12-07T18:30:00', endDate: null, isAllDay: false };
  expect(posterDate(day)).toEqual({ weekday: 'Mon', day: '7', month: 'Dec', time: '6:30 PM' });
  expect(posterDate({ ...day, isAllDay: true }).time).toBe('All day');
  expect(posterDate({ ...day, endDate: '2026-12-09T16:00:00' })).toEqual({
    weekday: 'Mon–Wed',
    day: '7–9',
    month: 'Dec',
    time: 'Dec 7, 2026 at 6:30 PM – Dec 9, 2026 at 4:00 PM',
  });
  expect(posterDate({ ...day, eventDate: '2027-01-29T10:00:00', endDate: '2027-02-03T16:00:00' })).toMatchObject({
    weekday: 'Fri–Wed',
    day: '29\u00a0Jan – 3\u00a0Feb',
    month: '',
  });
  const days = { ...day, isAllDay: true, endDate: '2026-12-09T00:00:00', title: 'School', location: 'Farm' };
  expect(shareText(days, 'https://a.example/events/2')).toBe(
    'School · Dec 7 – 9, 2026 · Farm · https://a.example/events/2',
  );
  expect(shareText({ ...day, title: 'Quiz', location: 'Bar' }, 'https://a.example/events/1')).toBe(
    'Quiz · Mon Dec 7, 6:30 PM · Bar · https://a.example/events/1',
  );
});

test('a moved event has a new poster at once, a deleted one none', async () => {
  await using app = await testApp();
  const token = await app.signIn();
  await using handler = await openHttpHandler(app);
  const event = (
    await app.json<SocietyEvent>('POST', '/events/admin', anEvent({ hasSignup: true, capacity: 1 }), token)
  ).body;
  const path = `/posters/${event.id}/story.jpg`;
  const first = await handler.get(path);
  expect([first.status, first.headers['content-type'], first.headers['cache-control']]).toEqual([
    200,
    'image/jpeg',
    'public, no-cache',
  ]);
  await app.json('PUT', `/events/admin/${event.id}`, { eventDate: '2030-01-02T10:00:00' }, token);
  const second = await handler.get(path);
  expect([second.status, second.headers.etag === first.headers.etag]).toEqual([200, false]);
  await app.json('DELETE', `/events/admin/${event.id}`, undefined, token);
  expect((await handler.get(path)).status).toBe(404);
  for (const wrong of ['/posters/1/a5.jpg', '/posters/x/a4.jpg', '/posters/999/a4.jpg'])
    expect((await handler.get(wrong)).status, wrong).toBe(404);
});
