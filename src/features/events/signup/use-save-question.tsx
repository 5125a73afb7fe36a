import { type ReactNode, useState } from 'react';
import { countOf } from '#shared/text.ts';
import { ConfirmDialog } from '#ui/dialogs/confirm.tsx';
import type { SocietyEvent, SocietyEventInput } from '../event.schema.ts';
import { type CountGuests, type EventGuests, isStillToCome, thePeople } from './event-guests.ts';

type Given = { event: SocietyEvent | null; countGuests: CountGuests };
type Answer = 'yes' | 'other' | 'no';
type Asked = { question: Question; answer: (answer: Answer) => void };
type Question = { message: string; detail: string; action: string; other?: string };

/**
 * Asks before a save what it means for those who signed up: `ask` answers what else is sent, null when nothing is to be saved.
 */
export function useSaveQuestion({ event, countGuests }: Given) {
  const [asked, setAsked] = useState<Asked | null>(null);

  function put(question: Question): Promise<Answer> {
    return new Promise((resolve) => {
      const answer = (choice: Answer) => {
        setAsked(null);
        resolve(choice);
      };
      setAsked({ question, answer });
    });
  }

  async function ask(input: SocietyEventInput): Promise<SocietyEventInput | null> {
    if (!event) return {};
    const isElsewhere = placeAndTime.some((field) => input[field] !== undefined && input[field] !== event[field]);
    const isSmaller = isLess(input.capacity, event.capacity);
    if (!isElsewhere && !isSmaller) return {};
    // The save itself says what stops it.
    const guests = await countGuests(event.id).catch(() => null);
    if (!guests) return {};
    let more: SocietyEventInput = {};
    if (isSmaller && isLess(input.capacity, guests.coming.places)) {
      if ((await put(capacityQuestion(guests))) !== 'yes') return null;
      more = { isForced: true };
    }
    const isTold = isElsewhere && isStillToCome(event);
    if (!isTold || guests.coming.people === 0) return more;
    const answer = await put(notifyQuestion(guests, input.scope === 'later'));
    return answer === 'no' ? null : { ...more, notify: answer === 'yes' };
  }

  const dialog: ReactNode = asked && <SaveQuestion {...asked} />;
  return { ask, dialog };
}

const placeAndTime = ['eventDate', 'endDate', 'isAllDay', 'location', 'address', 'onlineUrl'] as const;

function SaveQuestion({ question, answer }: Asked) {
  const { other, ...words } = question;
  return (
    <ConfirmDialog
      {...words}
      isHarmless
      {...(other && { other: { label: other, choose: () => answer('other'), isHarmless: true } })}
      answer={(isYes) => answer(isYes ? 'yes' : 'no')}
    />
  );
}

/** No limit is more than any. */
function isLess(capacity: number | null | undefined, than: number | null): boolean {
  return typeof capacity === 'number' && (than === null || capacity < than);
}

function capacityQuestion({ coming }: EventGuests): Question {
  return {
    message: `${countOf(coming.places, 'place')} ${coming.places === 1 ? 'is' : 'are'} given already.`,
    detail: 'Nobody loses a place. There will be more guests than places, and nobody moves up until there is room.',
    action: 'Save all the same',
  };
}

function notifyQuestion({ coming }: EventGuests, isForLater: boolean): Question {
  const message = isForLater
    ? 'Tell the people who signed up for these events?'
    : `Tell ${thePeople(coming.people)} who signed up?`;
  const detail = 'They get a mail with the new time and place, and their calendars follow.';
  return { message, detail, action: 'Save and tell them', other: 'Save without telling' };
}
