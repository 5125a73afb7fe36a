import jsQR from 'jsqr';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { SocietyEvent } from '#features/events/event.schema.ts';
import {
  type EventPoster,
  eventPoster,
  type PosterFormat,
  posterDate,
  posterFormats,
  shareText,
} from '#features/events/event-poster.ts';
import { defaultSettings } from '#features/settings/settings.ts';
import { composeImage } from '#platform/images/run-image-task.ts';
import { noFocalPoint } from '#shared/item-picture.ts';
import { anEvent } from '#tests/support/builders.ts';
import { contrast } from '#tests/support/contrast.ts';
import { engines } from '#tests/support/database.ts';
import { openHttpHandler } from '#tests/support/http-handler.ts';
import { patient } from '#tests/support/patience.ts';
import { testApp } from '#tests/support/test-app.ts';
import { colors, lookOf } from './design-parts.ts';
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
const shownEvent = {
  id: 3,
  title: 'Evening lecture',
  eventDate: '2026-12-07T18:30:00',
  endDate: null,
  isAllDay: false,
  location: 'Online',
  description: 'With short talks.',
  imageUrl: null,
  cancelledAt: null,
  hasSignup: false,
  ticketUrl: null,
  ...noFocalPoint,
};
const formats = Object.keys(posterFormats) as PosterFormat[];

type Pictures = Parameters<typeof posterLayers>[2];

async function drawn(
  change: Partial<EventPoster>,
  format: PosterFormat,
  pictures: Pictures = { picture: null, logo: null },
): Promise<Buffer> {
  const layers = posterLayers({ ...poster, ...change }, format, pictures);
  return composeImage({ ...posterFormats[format], layers });
}

/** What stands on it, from above. */
function wordsOn(change: Partial<EventPoster>, format: PosterFormat): string[] {
  return posterLayers({ ...poster, ...change }, format, { picture: null, logo: null }).flatMap((layer) => {
    if (layer.name === 'text') return [layer.text];
    return layer.name === 'texts' ? layer.texts.map(({ text }) => text) : [];
  });
}

/** Like a photograph in bad light: nothing weighs more in a JPEG. */
function noisyPhoto(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 120, sigma: 40 } as const;
  return sharp({ create: { width: 1600, height: 1200, channels: 3, background: '#000', noise } })
    .jpeg({ quality: 95 })
    .toBuffer();
}

/** As it is read from A4 printed at 72 dpi; of its lower half alone, where the code stands, if the phone is held to that. */
async function codeOn(bytes: Buffer, isNear = false): Promise<string | undefined> {
  const page = sharp(bytes).resize({ width: 595, height: 842 });
  const { data, info } = await (isNear ? page.extract({ left: 0, top: 421, width: 595, height: 421 }) : page)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data;
}

test('its code is read from A4 printed at 72 dpi', async () => {
  expect(await codeOn(await drawn({}, 'a4'))).toBe(poster.url);
});

const titles = ['A', 'W'.repeat(100), 'word '.repeat(20).trim(), 'الصحة الواحدة', 'ಆರೋಗ್ಯ', '<b>&amp;</b>'];

const inScripts = {
  Cyrillic: 'Летучие мыши и мы: что мы им должны',
  Greek: 'Οι νυχτερίδες και εμείς: τι τους οφείλουμε',
  Arabic: 'الخفافيش ونحن: ما الذي ندين به لها',
  Hebrew: 'עטלפים ואנחנו: מה אנחנו חייבים להם',
  Devanagari: 'चमगादड़ और हम: हम उनके कितने ऋणी हैं',
  Bengali: 'বাদুড় ও আমরা: তাদের কাছে আমাদের ঋণ',
  Tamil: 'வௌவால்களும் நாமும்: நாம் பட்ட கடன்',
  Thai: 'ค้างคาวกับเรา: สิ่งที่เราติดค้าง',
  Georgian: 'ღამურები და ჩვენ: რა გვმართებს მათი',
  Armenian: 'Չղջիկները և մենք. ինչ ենք պարտական',
  Ethiopic: 'የሌሊት ወፎችና እኛ፦ ዕዳችን ምንድን ነው',
  Chinese: '蝙蝠、农场与我们：我们欠它们什么？',
  'Chinese of Taiwan': '蝙蝠、農場與我們：我們欠牠們什麼？',
  Japanese: 'コウモリと農場と私たち：何を負っているのか',
  Korean: '박쥐와 농장과 우리: 무엇을 빚지고 있는가',
};

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

test.each(Object.entries(inScripts))('a title in %s is drawn whole on each poster in time', async (_, title) => {
  for (const format of formats) {
    const written = wordsOn({ title }, format).join('\n');
    expect(written).toContain(title);
    const begun = performance.now();
    const bytes = await drawn({ title, about: title, location: title }, format);
    expect(performance.now() - begun, format).toBeLessThan(patient(1500));
    expect(bytes.byteLength, format).toBeLessThan(format === 'a4' ? 600_000 : 400_000);
  }
});

test.each(formats)('%s: a noisy photograph and a logo are drawn within its weight', async (format) => {
  const logo = await sharp({ create: { width: 400, height: 400, channels: 4, background: '#c01020' } })
    .png()
    .toBuffer();
  const pictures = { picture: await noisyPhoto(), logo };
  const bytes = await drawn({ imageUrl: '/uploads/events/a.jpg' }, format, pictures);
  expect(bytes.byteLength).toBeLessThan(format === 'a4' ? 600_000 : 400_000);
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  const redPixels = Array.from({ length: info.width * info.height }, (_, at) => at * 3).filter(
    (at) => (data[at] ?? 0) > 170 && (data[at + 1] ?? 0) < 50 && (data[at + 2] ?? 0) < 70,
  );
  // The square beside the name of the society.
  expect(redPixels.length).toBeGreaterThan(4500);
  // In one of ten such photographs a reader of the whole page takes some of the noise for a code.
  if (format === 'a4') expect(await codeOn(bytes, true)).toBe(poster.url);
});

test.each(formats)(
  '%s: in place of a title that no font can draw stands the society, or else the address',
  (format) => {
    for (const title of ['ಆರೋಗ್ಯ', 'ਸਿਹਤ', '\u{20BB7}野']) {
      expect(wordsOn({ title, society: 'Bat Club' }, format).filter((words) => words === 'Bat Club')).toHaveLength(2);
      expect(wordsOn({ title, society: 'ಆರೋಗ್ಯ' }, format).filter((words) => words === poster.address)).toHaveLength(2);
    }
  },
);

test.each(formats)('%s: a cancelled event says so', (format) => {
  expect(wordsOn({}, format)).not.toContain('Cancelled');
  expect(wordsOn({ isCancelled: true }, format)).toContain('Cancelled');
});

test.each([
  [{ hasSignup: false }, {}, 'No sign-up: just come'],
  [{ hasSignup: false, ticketUrl: 'https://tickets.example/1' }, {}, 'Tickets on the page of the event'],
  [{}, {}, 'Sign up'],
  [{}, { capacity: 40, placesLeft: 3 }, 'Sign up · 40 places'],
  [{}, { capacity: 40, placesLeft: 0, state: 'full' }, 'Sold out: join the waiting list'],
  [{}, { state: 'closed' }, 'Sign-up has closed'],
  [{}, { state: 'past' }, 'Sign-up has closed'],
  [{ cancelledAt: '2026-12-01T12:00:00.000Z' }, { state: 'cancelled' }, 'This event is cancelled.'],
])('how to come, with %o and %o', (change, signup, note) => {
  const event = { ...shownEvent, hasSignup: true, ...change };
  const around = {
    settings: defaultSettings,
    siteUrl: 'https://www.bats.example',
    signup: { state: 'open', placesLeft: null, capacity: null, ...signup },
  };
  expect(eventPoster(event, around)).toMatchObject({
    note,
    isCancelled: 'cancelledAt' in change,
    location: 'Online',
    url: 'https://www.bats.example/events/3',
    address: 'bats.example/events/3',
  });
});

test.each(formats)('%s: every text is readable on its ground, whatever the colour', (format) => {
  for (const accentColor of ['', '#ffff00', '#000000', '#ffffff', '#ff00ff', '#7f7f7f', '#1f3f7a']) {
    const layers = posterLayers({ ...poster, look: { accentColor, logo: '' } }, format, { picture: null, logo: null });
    const shapes = layers.flatMap((layer) => (layer.name === 'drawing' ? [layer.svg] : [])).join('');
    const forest = lookOf({ accentColor, logo: '' }, null).turn(colors.forest);
    expect(shapes).toContain(`fill="${forest}"`);
    const ground = format === 'a4' ? colors.paper : forest;
    for (const layer of layers)
      if (layer.name === 'texts')
        for (const { text, color } of layer.texts)
          expect(contrast(color, ground), `${text}: ${color} on ${ground}`).toBeGreaterThanOrEqual(4.5);
    // On the plate of the day.
    expect(contrast(colors.onForest, forest)).toBeGreaterThanOrEqual(4.5);
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
  expect(await codeOn(await drawn({ title: 'الصحة الواحدة' }, 'a4'))).toBe(poster.url);
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

test.each(engines)('a moved event has a new poster at once, a deleted one none, on %s', async (engine) => {
  await using app = await testApp({ engine });
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
