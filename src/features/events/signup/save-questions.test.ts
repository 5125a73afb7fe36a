import { describe, expect, test } from 'vitest';
import type { SocietyEvent, SocietyEventInput } from '../event.schema.ts';
import type { EventGuests } from './event-guests.ts';
import { concernsGuests, saveQuestions } from './save-questions.ts';

const first = {
  ...{ id: 1, title: 'Bat walk', eventDate: '2099-12-01T18:30:00', endDate: null, isAllDay: false, location: 'Marsh' },
  ...{ startsAt: '2099-12-01T18:30:00.000Z', endsAt: null, cancelledAt: null, hasSignup: true, capacity: 3 },
} as SocietyEvent;
const second = { ...first, id: 2, eventDate: '2099-12-08T18:30:00', startsAt: '2099-12-08T18:30:00.000Z' };
const third = { ...second, id: 3, cancelledAt: '2099-01-01T00:00:00.000Z' };

const guestsOf = (event: SocietyEvent, people: number, waiting = 0): EventGuests => ({
  event,
  coming: { people, places: people },
  waiting: { people: waiting },
});
const none = guestsOf(first, 0);
const asked = (input: SocietyEventInput, guests: EventGuests[]) => saveQuestions(input, first, guests);

describe('before a save', () => {
  test('what its guests do not notice is not asked about', () => {
    expect(concernsGuests({ title: 'Owl walk', location: 'Marsh', capacity: 3, hasSignup: true }, first)).toBe(false);
    expect(concernsGuests({ capacity: null }, first)).toBe(false);
    expect(asked({ capacity: 2 }, [none])).toEqual({ off: null, capacity: null, notify: null });
  });

  test('another place counts the guests of the later events, but not of one that was called off', () => {
    const guests = [none, guestsOf(second, 2, 1), guestsOf(third, 9)];
    const { notify } = asked({ location: 'Hall', scope: 'later' }, guests);
    expect(notify?.message).toBe('Tell the 2 people who signed up for these events?');
    expect(asked({ location: 'Hall' }, [guestsOf(first, 1)]).notify?.message).toBe('Tell the 1 person who signed up?');
  });

  test('fewer places than a later event has given name that event', () => {
    const { capacity } = asked({ capacity: 2, scope: 'later' }, [none, guestsOf(second, 3), guestsOf(third, 4)]);
    expect(capacity).toMatchObject({
      message: 'Bat walk, Dec 8, 2099 at 6:30 PM: 3 places are given already.',
      detail: expect.stringContaining('The same goes for 1 later event.'),
      action: 'Save all the same',
    });
    expect(asked({ capacity: 2 }, [guestsOf(first, 3)]).capacity?.message).toBe('3 places are given already.');
    // More for this one may be fewer for another.
    const larger = guestsOf({ ...second, capacity: null }, 9);
    expect(asked({ capacity: 5, scope: 'later' }, [none, larger]).capacity).not.toBeNull();
  });

  test('sign-up is not switched off unasked while somebody has a place or waits', () => {
    expect(concernsGuests({ hasSignup: false }, first)).toBe(true);
    expect(asked({ hasSignup: false }, [none]).off).toBeNull();
    expect(asked({ hasSignup: false }, [guestsOf(first, 3, 1)]).off).toMatchObject({
      message: 'Switch sign-up off? 4 people signed up.',
      detail: expect.stringContaining('(1 there now)'),
      action: 'Switch off',
    });
  });
});
