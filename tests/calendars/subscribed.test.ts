/** Ten edits and more, as someone sees them who has subscribed to the calendar. */
import { expect, test } from 'vitest';
import type { SocietyEvent } from '#features/events/event.schema.ts';
import { anEvent } from '../support/builders.ts';
import { everyEngine } from '../support/database.ts';
import { openHttpHandler } from '../support/http-handler.ts';
import { testApp } from '../support/test-app.ts';
import { canSubscribe, subscribe } from './subscriber.ts';

test.skipIf(!canSubscribe).each(everyEngine)(
  'each edit reaches a subscribed calendar, and no event is there twice, on %s',
  async (engine) => {
    await using app = await testApp({ engine });
    await using site = await openHttpHandler(app);
    const token = await app.signIn();
    using calendar = await subscribe(`${site.url}/events.ics`);

    async function call<T = SocietyEvent>(method: string, path: string, body: object = {}): Promise<T> {
      const answer = await fetch(`${site.url}/api/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      expect({ path, ok: answer.ok }).toEqual({ path, ok: true });
      return (await answer.json()) as T;
    }
    const shown = () => calendar.fetchAndList('2027-03-01', 90);

    // One stays as it is: vdirsyncer does not empty a calendar without being asked.
    await call('POST', '/events/admin', anEvent({ title: 'Quiz', eventDate: '2027-03-02T18:00:00', location: 'Bar' }));
    const quiz = '2027-03-02 18:00 | 2027-03-02 19:00 | Quiz | Bar';
    const walk = await call(
      'POST',
      '/events/admin',
      anEvent({ title: 'Walk', eventDate: '2027-03-10T18:00:00', location: 'Gate' }),
    );
    const edit = (change: object) => call('PUT', `/events/admin/${walk.id}`, change);
    expect(await shown()).toEqual([quiz, '2027-03-10 18:00 | 2027-03-10 19:00 | Walk | Gate']);
    expect(calendar.count()).toBe(2);

    await edit({ title: 'Bats, owls; and us' });
    expect(await shown()).toEqual([quiz, '2027-03-10 18:00 | 2027-03-10 19:00 | Bats, owls; and us | Gate']);
    await edit({ title: 'Walk', endDate: '2027-03-10T21:30:00' });
    expect(await shown()).toEqual([quiz, '2027-03-10 18:00 | 2027-03-10 21:30 | Walk | Gate']);
    // Over the change of the clocks.
    await edit({ eventDate: '2027-03-28T18:00:00' });
    expect(await shown()).toEqual([quiz, '2027-03-28 17:00 | 2027-03-28 20:30 | Walk | Gate']);
    await edit({ location: 'Marsh', address: '5 Mill Road, Norwich' });
    const place = 'Marsh, 5 Mill Road, Norwich';
    expect(await shown()).toEqual([quiz, `2027-03-28 17:00 | 2027-03-28 20:30 | Walk | ${place}`]);
    await edit({ isAllDay: true, eventDate: '2027-03-28', endDate: '2027-03-30' });
    expect(await shown()).toEqual([quiz, `2027-03-28 | 2027-03-30 | Walk | ${place}`]);
    await edit({ isAllDay: false, eventDate: '2027-03-23T18:00:00', endDate: null });
    expect(await shown()).toEqual([quiz, `2027-03-23 18:00 | 2027-03-23 19:00 | Walk | ${place}`]);
    expect(calendar.count()).toBe(2);

    const [second] = await call<SocietyEvent[]>('POST', `/events/admin/${walk.id}/repeat`, {
      dates: ['2027-03-30', '2027-04-06'],
    });
    const series = [
      `2027-03-23 18:00 | 2027-03-23 19:00 | Walk | ${place}`,
      `2027-03-30 17:00 | 2027-03-30 18:00 | Walk | ${place}`,
      `2027-04-06 17:00 | 2027-04-06 18:00 | Walk | ${place}`,
    ];
    expect(await shown()).toEqual([quiz, ...series]);
    await call('PUT', `/events/admin/${second?.id}`, { title: 'Night walk' });
    const renamed = series.map((line, at) => (at === 1 ? line.replace('Walk', 'Night walk') : line));
    expect(await shown()).toEqual([quiz, ...renamed]);
    await call('POST', `/events/admin/${second?.id}/cancel`, { note: 'Storm.' });
    expect(await shown()).toEqual([quiz, renamed[0], renamed[1]?.replace('Night', 'Cancelled: Night'), renamed[2]]);
    await call('POST', `/events/admin/${second?.id}/uncancel`);
    expect(await shown()).toEqual([quiz, ...renamed]);

    await call('DELETE', `/events/admin/${second?.id}`);
    expect(await shown()).toEqual([quiz, renamed[0], renamed[2]]);
    await call('POST', `/bin/admin/events/${second?.id}`);
    expect(await shown()).toEqual([quiz, ...renamed]);
    await call('PUT', '/settings/admin', { timeZone: 'America/New_York' });
    expect(await shown()).toEqual([
      '2027-03-02 23:00 | 2027-03-03 00:00 | Quiz | Bar',
      `2027-03-23 22:00 | 2027-03-23 23:00 | Walk | ${place}`,
      `2027-03-30 22:00 | 2027-03-30 23:00 | Night walk | ${place}`,
      `2027-04-06 22:00 | 2027-04-06 23:00 | Walk | ${place}`,
    ]);
    expect(calendar.count()).toBe(4);
  },
);
