/** Events in the night in which the clocks change: what the form says, what is saved, and what calendars read. */
import { describe, expect, test } from 'vitest';
import { machineFileRoutes } from '#app/feeds/machine-file-routes.ts';
import { anEvent } from '#tests/support/builders.ts';
import { readByIcalJs } from '#tests/support/calendar-readers.ts';
import { engines } from '#tests/support/database.ts';
import { testApp } from '#tests/support/test-app.ts';
import { clockChangeNotice } from './dates/event-date-validation.ts';
import type { SocietyEvent } from './event.schema.ts';

const twice = 'The clocks show this time twice on that day. The first of the two counts.';
const skipped = (counts: string) => `The clocks skip this time on that day. It counts as ${counts}.`;

/** Each begins at a time that is not there once, and ends at one that is. */
const nights = [
  ['Europe/London', '2027-03-28T01:30', '2027-03-28T03:30', skipped('02:30'), '01:30', '02:30'],
  ['Europe/London', '2027-10-31T01:30', '2027-10-31T02:30', twice, '00:30', '02:30'],
  ['America/New_York', '2027-03-14T02:30', '2027-03-14T04:30', skipped('03:30'), '07:30', '08:30'],
  ['America/New_York', '2027-11-07T01:30', '2027-11-07T02:30', twice, '05:30', '07:30'],
  // By half an hour.
  ['Australia/Lord_Howe', '2027-10-03T02:15', '2027-10-03T03:15', skipped('02:45'), '15:45', '16:15'],
  ['Australia/Lord_Howe', '2027-04-04T01:45', '2027-04-04T02:45', twice, '14:45', '16:15'],
] as const;

describe.each(engines)('on %s', (engine) => {
  test.each(nights)('in %s from %s to %s', async (timeZone, eventDate, endDate, said, start, end) => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    await app.json('PUT', '/settings/admin', { timeZone }, token);
    expect([clockChangeNotice(eventDate, timeZone), clockChangeNotice(endDate, timeZone)]).toEqual([said, null]);
    const made = await app.json<SocietyEvent>('POST', '/events/admin', anEvent({ eventDate, endDate }), token);
    expect(made.body).toMatchObject({ eventDate: `${eventDate}:00`, endDate: `${endDate}:00` });
    const { startsAt, endsAt } = made.body;
    expect([startsAt, endsAt].map((instant) => instant?.slice(11, 16))).toEqual([start, end]);
    const { events } = readByIcalJs(
      await (await machineFileRoutes(app.context).request(`/events/${made.body.id}.ics`)).text(),
    );
    expect(events[0]).toMatchObject({ start: startsAt.replace('.000', ''), end: endsAt?.replace('.000', '') });
    // Saved once more, nothing moves.
    const saved = await app.json('PUT', `/events/admin/${made.body.id}`, { title: 'Again' }, token);
    expect(saved.body).toMatchObject({ startsAt, endsAt });
  });

  test('an end that the clocks put before the start is refused', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const night = { eventDate: '2027-03-28T01:30:00', endDate: '2027-03-28T02:15:00' };
    const message = 'The end must be after the start.';
    expect(await app.json('POST', '/events/admin', anEvent(night), token)).toMatchObject({
      status: 400,
      body: { message, fields: { endDate: message } },
    });
  });

  test('a series keeps the local time through a night in which that time occurs twice or not at all', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const night = anEvent({ eventDate: '2027-03-21T01:30:00', endDate: '2027-03-21T03:00:00' });
    const { id } = (await app.json<SocietyEvent>('POST', '/events/admin', night, token)).body;
    const dates = ['2027-03-28', '2027-04-04', '2027-10-31', '2027-11-07'];
    const { body } = await app.json<SocietyEvent[]>('POST', `/events/admin/${id}/repeat`, { dates }, token);
    expect(body.map(({ eventDate }) => eventDate)).toEqual(dates.map((day) => `${day}T01:30:00`));
    expect(body.map(({ startsAt, endsAt }) => [startsAt, endsAt].map((at) => at?.slice(11, 16)))).toEqual([
      ['01:30', '02:00'],
      ['00:30', '02:00'],
      ['00:30', '03:00'],
      ['01:30', '03:00'],
    ]);
  });
});
