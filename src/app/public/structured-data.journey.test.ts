import sharp from 'sharp';
import { expect, test } from 'vitest';
import { storePicture } from '#features/uploads/pictures.server.ts';
import { anArticle, anEvent } from '#tests/support/builders.ts';
import { openHttpHandler } from '#tests/support/http-handler.ts';
import { testApp } from '#tests/support/test-app.ts';

type Node = Record<string, unknown>;
type Rule = {
  /** Properties that schema.org defines for the type, each with what may stand in it. */
  known: Record<string, (value: unknown) => boolean>;
  /** By Google: without one the whole is passed over. */
  required?: string[];
  /** By Google. */
  recommended?: string[];
};

const text = (value: unknown) => typeof value === 'string' && value.trim() !== '';
const url = (value: unknown) => text(value) && URL.canParse(String(value)) && /^https?:/.test(String(value));
/** ISO 8601 with an offset: without one Google takes the time for one in its own zone. */
const time = (value: unknown) =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(String(value)) &&
  !Number.isNaN(Date.parse(String(value)));
const timeOrDay = (value: unknown) => time(value) || /^\d{4}-\d\d-\d\d$/.test(String(value));
const whole = (value: unknown) => Number.isInteger(value);
const oneOf = (prefix: string, names: string[]) => (value: unknown) =>
  names.some((name) => value === `https://schema.org/${prefix}${name}`);
const listOf = (test: (value: unknown) => boolean) => (value: unknown) =>
  (Array.isArray(value) ? value : [value]).every(test) && (!Array.isArray(value) || value.length > 0);
const node = (...types: string[]) =>
  listOf((value) => types.includes(String((value as Node)['@type'])) || url((value as Node)['@id']));

const organization = {
  name: text,
  alternateName: text,
  url,
  logo: url,
  description: text,
  sameAs: listOf(url),
};

// schema.org 29, and developers.google.com/search/docs/appearance/structured-data (article, event, breadcrumb,
// organization, and site-names for WebSite).
const rules: Record<string, Rule> = {
  Article: {
    known: {
      headline: text,
      description: text,
      image: listOf(url),
      datePublished: time,
      dateModified: time,
      author: node('Organization', 'Person'),
      publisher: node('Organization'),
      mainEntityOfPage: url,
    },
    recommended: ['author', 'dateModified', 'datePublished', 'headline', 'image'],
  },
  Event: {
    known: {
      name: text,
      description: text,
      startDate: timeOrDay,
      endDate: timeOrDay,
      eventStatus: oneOf('Event', ['Scheduled', 'Cancelled', 'MovedOnline', 'Postponed', 'Rescheduled']),
      eventAttendanceMode: oneOf(
        '',
        ['Offline', 'Online', 'Mixed'].map((mode) => `${mode}EventAttendanceMode`),
      ),
      location: node('Place', 'VirtualLocation'),
      image: listOf(url),
      organizer: node('Organization', 'Person'),
      offers: node('Offer'),
      performer: node('Organization', 'Person'),
      url,
    },
    required: ['name', 'startDate', 'location'],
    recommended: ['description', 'endDate', 'eventStatus', 'image', 'organizer', 'offers', 'performer'],
  },
  Offer: { known: { url, price: whole, availability: url, validFrom: time } },
  Place: { known: { name: text, address: node('PostalAddress') }, required: ['address'], recommended: ['name'] },
  PostalAddress: { known: { streetAddress: text, addressLocality: text, addressCountry: text } },
  VirtualLocation: { known: { url, name: text }, required: ['url'] },
  Organization: { known: organization, recommended: ['name', 'url'] },
  WebSite: {
    known: { ...organization, inLanguage: text, publisher: node('Organization') },
    required: ['name', 'url'],
    recommended: ['alternateName'],
  },
  BreadcrumbList: { known: { itemListElement: listOf(node('ListItem')) }, required: ['itemListElement'] },
  ListItem: { known: { position: whole, name: text, item: url }, required: ['position', 'name', 'item'] },
};

/** What is wrong, and what is only missed. */
function problems(value: Node): { wrong: string[]; missed: string[] } {
  const type = String(value['@type']);
  const rule = rules[type];
  if (!rule) return { wrong: [`${type} is no type of ours`], missed: [] };
  const own = Object.entries(value).filter(([name]) => !name.startsWith('@'));
  const wrong = [
    ...own.filter(([name, given]) => !rule.known[name]?.(given)).map(([name]) => `${type}.${name}`),
    ...(rule.required ?? []).filter((name) => !(name in value)).map((name) => `${type} without ${name}`),
  ];
  const missed = (rule.recommended ?? []).filter((name) => !(name in value)).map((name) => `${type}.${name}`);
  const inner = own.flatMap(([, given]) => (Array.isArray(given) ? given : [given]));
  const nested = inner
    .filter((one): one is Node => typeof one === 'object' && one !== null && '@type' in one)
    .map(problems);
  return {
    wrong: [...wrong, ...nested.flatMap((one) => one.wrong)],
    missed: [...missed, ...nested.flatMap((one) => one.missed)],
  };
}

async function site() {
  const app = await testApp();
  const token = await app.signIn();
  const handler = await openHttpHandler(app);
  const bytes = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#6a8b57' } })
    .png()
    .toBuffer();
  const picture = { purpose: 'events', bytes, fileName: 'green.png', administratorId: null, effort: 'quick' as const };
  return {
    imageUrl: (await storePicture(app.context, picture)).imageUrl,
    settings: (change: object) => app.json('PUT', '/settings/admin', change, token),
    add: async (kind: 'articles' | 'events', body: object) =>
      (await app.json<{ id: number }>('POST', `/${kind}/admin`, body, token)).body.id,
    cancel: (id: number) => app.json('POST', `/events/admin/${id}/cancel`, {}, token),
    status: async (address: string) => (await handler.get(new URL(address).pathname)).status,
    /** The nodes of the page, by type. */
    data: async (path: string): Promise<Record<string, Node>> => {
      const html = (await handler.get(path)).body.toString();
      const scripts = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)];
      const whole = scripts.map(([, json = '']) => JSON.parse(json) as { '@context': string; '@graph': Node[] });
      for (const one of whole) expect(one['@context']).toBe('https://schema.org');
      return Object.fromEntries(whole.flatMap((one) => one['@graph']).map((one) => [String(one['@type']), one]));
    },
    [Symbol.asyncDispose]: async () => {
      await handler[Symbol.asyncDispose]();
      await app[Symbol.asyncDispose]();
    },
  };
}

function expectGood(data: Record<string, Node>, missed: string[] = []): void {
  const found = Object.values(data).map(problems);
  expect(found.flatMap((one) => one.wrong)).toEqual([]);
  expect(found.flatMap((one) => one.missed)).toEqual(missed);
}

/** Not known of an event so far. */
const unknownOfEvents = ['Event.endDate', 'Event.offers', 'Event.performer'];

test('home says how the site is called and who is behind it', async () => {
  await using society = await site();
  const first = await society.data('/');
  expectGood(first);
  expect(Object.keys(first)).toEqual(['WebSite', 'Organization']);
  expect(first.Organization).not.toHaveProperty('sameAs');
  const socialLinks = [{ label: 'Mastodon', url: 'https://social.example/@bats' }];
  await society.settings({ socialLinks, societyName: 'Bats & Us', shortName: 'Bats' });
  const { WebSite, Organization } = await society.data('/');
  expect(WebSite).toMatchObject({ name: 'Bats & Us', alternateName: 'Bats', url: 'https://society.example/' });
  expect(Organization).toMatchObject({ name: 'Bats & Us', sameAs: ['https://social.example/@bats'] });
  expect(await society.status(String(Organization?.logo))).toBe(200);
});

test('an article, with its pictures and its place on the site', async () => {
  await using society = await site();
  const plain = await society.data(`/articles/${await society.add('articles', anArticle({ isPublished: true }))}`);
  expectGood(plain);
  expect(plain.Article?.image).toHaveLength(1);
  const title = 'Bats </script> & "us"';
  const id = await society.add('articles', anArticle({ title, isPublished: true, imageUrl: society.imageUrl }));
  const { Article, BreadcrumbList, ...others } = await society.data(`/articles/${id}`);
  expect(others).toEqual({});
  expectGood({ Article, BreadcrumbList } as Record<string, Node>);
  expect(Article).toMatchObject({ headline: title, datePublished: '2026-11-21T12:00:00.000Z' });
  const images = Article?.image as string[];
  expect(images.map((address) => /\.(\w+)\.jpg$/.exec(address)?.[1])).toEqual(['1x1', '4x3', '16x9']);
  for (const address of images) expect(await society.status(address)).toBe(200);
  expect(BreadcrumbList?.itemListElement).toEqual(
    [
      ['Home', '/'],
      ['Articles', '/articles'],
      [title, `/articles/${id}`],
    ].map(([name, path], at) => ({
      '@type': 'ListItem',
      position: at + 1,
      name,
      item: `https://society.example${path}`,
    })),
  );
});

test('an event at the time of its place, in summer and in winter', async () => {
  await using society = await site();
  const startOf = async (eventDate: string) => {
    const data = await society.data(`/events/${await society.add('events', anEvent({ eventDate }))}`);
    expectGood(data, unknownOfEvents);
    return data.Event?.startDate;
  };
  expect(await startOf('2026-12-01T18:00:00')).toBe('2026-12-01T18:00:00+00:00');
  expect(await startOf('2027-07-01T18:00:00')).toBe('2027-07-01T18:00:00+01:00');
  await society.settings({ timeZone: 'America/St_Johns' });
  expect(await startOf('2027-01-05T09:30:00')).toBe('2027-01-05T09:30:00-03:30');
});

test('an event with all that is known of one', async () => {
  await using society = await site();
  const links = { onlineUrl: 'https://meet.example/bats', ticketUrl: 'https://tickets.example/bats' };
  const times = { eventDate: '2027-07-01T18:00:00', endDate: '2027-07-01T20:00:00' };
  const id = await society.add('events', anEvent({ ...times, ...links, address: '5 Mill Road' }));
  const data = await society.data(`/events/${id}`);
  expectGood(data, ['Event.performer']);
  expect(data.Event).toMatchObject({
    startDate: '2027-07-01T18:00:00+01:00',
    endDate: '2027-07-01T20:00:00+01:00',
    eventStatus: 'https://schema.org/EventScheduled',
    eventAttendanceMode: 'https://schema.org/MixedEventAttendanceMode',
    location: [
      { name: 'Lecture hall 2', address: { '@type': 'PostalAddress', streetAddress: '5 Mill Road' } },
      { '@type': 'VirtualLocation', url: links.onlineUrl },
    ],
    offers: { '@type': 'Offer', url: links.ticketUrl },
  });
});

test('an event with sign-up costs nothing, and its offer ends with the sign-up', async () => {
  await using society = await site();
  const offersOf = async (change: object) => {
    const id = await society.add('events', anEvent({ hasSignup: true, capacity: 1, ...change }));
    const data = await society.data(`/events/${id}`);
    expectGood(data, ['Event.endDate', 'Event.performer']);
    return { id, offers: data.Event?.offers };
  };
  const { id, offers } = await offersOf({});
  const availability = 'https://schema.org/InStock';
  const offer = { '@type': 'Offer', price: 0, availability, url: `https://society.example/events/${id}` };
  expect(offers).toEqual(offer);
  const opens = '2026-11-25T18:00:00.000Z';
  expect((await offersOf({ signupOpensAt: opens })).offers).toMatchObject({ availability, validFrom: opens });
  const closed = await offersOf({ signupClosesAt: '2026-11-20T18:00:00.000Z' });
  expect(closed.offers).toMatchObject({ price: 0, availability: 'https://schema.org/SoldOut' });
  const ticketUrl = 'https://tickets.example/bats';
  expect((await offersOf({ ticketUrl })).offers).toEqual({ '@type': 'Offer', url: ticketUrl });
});

test('whole days have no time, and a cancelled event says so', async () => {
  await using society = await site();
  const days = { eventDate: '2027-07-01', endDate: '2027-07-03', isAllDay: true };
  const id = await society.add('events', anEvent({ ...days, location: 'Online', onlineUrl: 'https://meet.example' }));
  await society.cancel(id);
  const data = await society.data(`/events/${id}`);
  expectGood(data, ['Event.offers', 'Event.performer']);
  expect(data.Event).toMatchObject({
    startDate: '2027-07-01',
    endDate: '2027-07-03',
    eventStatus: 'https://schema.org/EventCancelled',
    eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
    location: { '@type': 'VirtualLocation', url: 'https://meet.example' },
  });
});

test('an event in a room, and online', async () => {
  await using society = await site();
  const placeOf = async (location: string) => {
    const id = await society.add('events', anEvent({ location, imageUrl: society.imageUrl }));
    const data = await society.data(`/events/${id}`);
    expectGood(data, unknownOfEvents);
    const mode = String(data.Event?.eventAttendanceMode).replace('https://schema.org/', '');
    return { id, mode, location: data.Event?.location };
  };
  const room = (name: string) => ({
    '@type': 'Place',
    name,
    address: { '@type': 'PostalAddress', streetAddress: name },
  });
  const virtual = (address: string) => ({ '@type': 'VirtualLocation', url: address });
  expect(await placeOf('Lecture hall 2, 5 Mill Road')).toMatchObject({
    mode: 'OfflineEventAttendanceMode',
    location: room('Lecture hall 2, 5 Mill Road'),
  });
  const online = await placeOf('Online');
  expect(online).toMatchObject({
    mode: 'OnlineEventAttendanceMode',
    location: virtual(`https://society.example/events/${online.id}`),
  });
});

test('a draft shown by its link says nothing to search engines', async () => {
  await using society = await site();
  expect(await society.data('/about')).toEqual({});
  expect(await society.data('/articles')).toEqual({});
  expect(await society.data('/events/999')).toEqual({});
});
