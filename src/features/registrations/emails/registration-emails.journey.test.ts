import ICAL from 'ical.js';
import { describe, expect, test } from 'vitest';
import { hasPythonReader, readByIcalJs, readByPython } from '#tests/support/calendar-readers.ts';
import { engines } from '#tests/support/database.ts';
import { siteWithPost } from '#tests/support/guest-mail-site.ts';
import { anOpenEvent, ask, comes, confirm, mine } from '#tests/support/guests.ts';
import type { ReceivedMail } from '#tests/support/smtp.ts';
import { remindGuests } from '../registrations.jobs.ts';

const tokenIn = (mail: ReceivedMail | undefined) => /signup\?token=([\w.-]+)/.exec(mail?.text ?? '')?.[1] ?? '';

/** What a calendar takes from a mail, read alike by two programs of others. */
function entryOf(mail: ReceivedMail | undefined) {
  const part = mail?.parsed.attachments.find(({ mimeType }) => mimeType === 'text/calendar');
  const raw = part?.content;
  const text = typeof raw === 'string' ? raw : new TextDecoder().decode(raw as ArrayBuffer);
  if (!part) return null;
  const read = readByIcalJs(text);
  if (hasPythonReader) expect(readByPython(text)).toEqual(read);
  const calendar = new ICAL.Component(ICAL.parse(text));
  const event = calendar.getFirstSubcomponent('vevent');
  return {
    method: String(calendar.getFirstPropertyValue('method')),
    attendee: String(event?.getFirstPropertyValue('attendee')),
    partstat: event?.getFirstProperty('attendee')?.getParameter('partstat'),
    organizer: String(event?.getFirstPropertyValue('organizer')),
    ...(read.events[0] as (typeof read.events)[0]),
  };
}

describe.each(engines)('mails to guests on %s', (engine) => {
  test('a link takes the place, and the guest gets an invitation and a check-in code', async () => {
    await using site = await siteWithPost(engine);
    const { app, post } = site;
    const admin = await app.signIn();
    const { id } = await anOpenEvent(app, admin, { maxPlaces: 2, address: 'High Street 1' });
    await ask(app, id, { name: 'Ana "Ani" Ribeiro', email: 'ana@example.org', places: 2 });
    const [asked] = await post();
    expect(asked?.subject).toBe('Please confirm your place: Evening lecture');
    expect(asked?.text).toContain(
      'You do not have a place yet. Once you confirm, you have 2 places at “Evening lecture”.',
    );
    expect(entryOf(asked)).toBe(null);
    expect((await confirm(app, tokenIn(asked))).body.state).toBe('confirmed');
    const [place] = await post();
    expect(place?.subject).toBe('You have a place: Evening lecture');
    expect(place?.text).toContain('When: Dec 1, 2026 at 6:00 PM – 8:00 PM\nWhere: Lecture hall 2, High Street 1');
    expect(place?.text).toContain('You have 2 places at “Evening lecture”.');
    const first = entryOf(place);
    expect(first).toMatchObject({
      method: 'REQUEST',
      attendee: 'mailto:ana@example.org',
      partstat: 'ACCEPTED',
      organizer: 'mailto:news@society.example',
      uid: `event-${id}@society.example`,
      start: '2026-12-01T18:00:00Z',
      status: 'CONFIRMED',
    });
    expect(place?.html).toContain('src="cid:guest"');
    expect(place?.parsed.attachments.map(({ mimeType, contentId }) => [mimeType, contentId ?? null])).toContainEqual([
      'image/png',
      '<guest>',
    ]);

    app.clock.advance(60_000);
    await app.json('PUT', `/events/admin/${id}`, { eventDate: '2026-12-01T19:00:00' }, admin);
    const [changed] = await post();
    const second = entryOf(changed);
    expect(second).toMatchObject({ method: 'REQUEST', uid: first?.uid, start: '2026-12-01T19:00:00Z' });

    await mine(app, 'DELETE', tokenIn(place));
    const [back] = await post();
    const third = entryOf(back);
    expect(third).toMatchObject({ method: 'CANCEL', uid: first?.uid, status: 'CANCELLED' });
    const sequences = [first, second, third].map((entry) => entry?.sequence ?? 0);
    expect(sequences).toEqual([...new Set(sequences)].sort((a, b) => a - b));
    for (const mail of [asked, place, changed, back])
      expect(Math.max(...(mail?.raw ?? '').split('\r\n').map((line) => line.length))).toBeLessThan(999);
  });

  test('a waiting guest is told how many come first, and when they get a place', async () => {
    await using site = await siteWithPost(engine);
    const { app, post } = site;
    const admin = await app.signIn();
    const { id } = await anOpenEvent(app, admin, { capacity: 1 });
    const ada = await comes(app, id, 'Ada');
    await post();
    app.clock.advance(1000);
    await ask(app, id, { name: 'Ben', email: 'ben@example.org' });
    const [full] = await post();
    expect(full?.subject).toBe('Please confirm your place on the waiting list: Evening lecture');
    expect(full?.text).toContain(
      'Not enough places are free at “Evening lecture”: once you confirm, you are on the waiting list.',
    );
    await confirm(app, tokenIn(full));
    const [waiting] = await post();
    expect(waiting?.text).toContain(
      'You are on the waiting list: you are first. As soon as a place is free for you, you have it, and we email you.',
    );
    expect(entryOf(waiting)).toBe(null);
    await app.json('PUT', `/events/admin/${id}`, { location: 'Hall 3' }, admin);
    const [kept, moved] = await post();
    expect(kept?.text).toContain(
      'The time or the place of “Evening lecture” has changed. Now Hall 3, was Lecture hall 2.\n\nYou keep your place.',
    );
    expect(entryOf(kept)).toMatchObject({ method: 'REQUEST' });
    expect(moved?.envelopeTo).toEqual(['ben@example.org']);
    expect(moved?.subject).toBe('New time or place: Evening lecture');
    expect(moved?.text).toContain('You are on the waiting list: you are first.');
    expect(moved?.text).toContain('Where: Hall 3');
    expect(moved?.text).toContain('Change or leave the list:');
    expect(moved?.text).not.toMatch(/your place|the door/);
    expect(entryOf(moved)).toBe(null);
    await app.json('PUT', `/events/admin/${id}`, { eventDate: '2026-12-01T19:00:00' }, admin);
    for (const { text } of await post())
      expect(text).toContain('Now Dec 1, 2026 at 7:00 PM – 9:00 PM, was Dec 1, 2026 at 6:00 PM – 8:00 PM.');
    await mine(app, 'DELETE', ada.token);
    const mails = await post();
    expect(mails.map(({ subject, envelopeTo }) => [subject, envelopeTo[0]])).toEqual(
      expect.arrayContaining([
        ['You have given your place back: Evening lecture', 'ada@example.org'],
        ['You have a place now: Evening lecture', 'ben@example.org'],
      ]),
    );
    const promoted = mails.find(({ envelopeTo }) => envelopeTo[0] === 'ben@example.org');
    expect(entryOf(promoted)).toMatchObject({ method: 'REQUEST', attendee: 'mailto:ben@example.org' });
    expect(promoted?.text).toContain('Give my place back:');
    app.clock.set('2026-12-01T19:30:00.000Z');
    const guests = `/events/admin/${id}/registrations`;
    const token = await app.signIn();
    const [ben] = (await app.json<{ id: number }[]>('GET', guests, undefined, token)).body;
    await app.json('PUT', `${guests}/${ben?.id}`, { state: 'waiting' }, token);
    const [closed] = await post();
    expect(closed?.text).toContain('Sign-up has closed: only the organisers give places now.');
  });

  test('an email that is no longer true is not sent', async () => {
    await using site = await siteWithPost(engine);
    const { app, post } = site;
    const admin = await app.signIn();
    const { id } = await anOpenEvent(app, admin);
    const ada = await comes(app, id, 'Ada');
    await mine(app, 'DELETE', ada.token);
    expect((await post()).map(({ subject }) => subject)).toEqual(['You have given your place back: Evening lecture']);
    await ask(app, id, { name: 'Ben', email: 'ben@example.org' });
    app.clock.advance(25 * 3_600_000);
    expect(await post()).toEqual([]);
  });

  test('an event that does not take place leaves the calendars, with its note', async () => {
    await using site = await siteWithPost(engine);
    const { app, post } = site;
    const admin = await app.signIn();
    const { id } = await anOpenEvent(app, admin, { capacity: 1 });
    await comes(app, id, 'Ada');
    await comes(app, id, 'Ben');
    await post();
    await app.json('POST', `/events/admin/${id}/cancel`, { note: 'The speaker is ill.' }, admin);
    const cancelled = await post();
    expect(cancelled.map((mail) => [mail.envelopeTo[0], entryOf(mail)?.method ?? null])).toEqual([
      ['ada@example.org', 'CANCEL'],
      ['ben@example.org', null],
    ]);
    expect(cancelled[0]?.text).toContain('The speaker is ill.');
    await app.json('POST', `/events/admin/${id}/uncancel`, {}, admin);
    const again = await post();
    expect(again.map((mail) => entryOf(mail)?.method ?? null)).toEqual(['REQUEST', null]);
    expect(again[0]?.subject).toBe('Back on: Evening lecture');
    await app.json('DELETE', `/events/admin/${id}`, undefined, admin);
    expect((await post()).map((mail) => entryOf(mail)?.method ?? null)).toEqual(['CANCEL', null]);
  });

  test('a day before the event, guests who signed up earlier are reminded, once', async () => {
    await using site = await siteWithPost(engine);
    const { app, post } = site;
    const admin = await app.signIn();
    const { id } = await anOpenEvent(app, admin, { capacity: 2 });
    await comes(app, id, 'Ada');
    app.clock.set('2026-11-30T17:59:59.000Z');
    await remindGuests(app.context);
    await comes(app, id, 'Cem');
    app.clock.advance(2000);
    await comes(app, id, 'Ben');
    await post();
    for (let n = 0; n < 2; n++) await remindGuests(app.context);
    const reminded = await post();
    expect(reminded.map(({ subject, envelopeTo }) => [subject, envelopeTo[0]])).toEqual([
      ['Reminder: Evening lecture', 'ada@example.org'],
      ['Reminder: Evening lecture', 'cem@example.org'],
    ]);
  });

  test('a message of the organisers goes out as it was written', async () => {
    await using site = await siteWithPost(engine);
    const { app, post } = site;
    const admin = await app.signIn();
    const { id } = await anOpenEvent(app, admin);
    await comes(app, id, 'Ada');
    await post();
    const message = {
      to: 'coming',
      subject: 'The room <2>',
      text: 'It is in the cellar.\n\nBring a light & a friend.',
    };
    await app.json('POST', `/events/admin/${id}/registrations/message`, message, admin);
    const [mail] = await post();
    expect(mail?.subject).toBe('The room <2>');
    expect(mail?.text).toContain('It is in the cellar.\n\nBring a light & a friend.');
    expect(mail?.html).toContain('Bring a light &amp; a friend.');
  });
});
