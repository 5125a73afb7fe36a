import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '#ui/dialogs/confirm.tsx';
import type { SocietyEvent, SocietyEventInput } from '../event.schema.ts';
import type { CountGuests, ThreeWayQuestion } from './event-guests.ts';
import { concernsGuests, saveQuestions } from './save-questions.ts';

type Answer = 'yes' | 'other' | 'no';

/** Asks in the page what a change means for those who signed up. Render `dialog` once. */
function useQuestion(): { put: (question: ThreeWayQuestion) => Promise<Answer>; dialog: ReactNode } {
  const [asked, setAsked] = useState<{ question: ThreeWayQuestion; answer: (answer: Answer) => void } | null>(null);

  function put(question: ThreeWayQuestion): Promise<Answer> {
    return new Promise((resolve) => {
      const answer = (choice: Answer) => {
        setAsked(null);
        resolve(choice);
      };
      setAsked({ question, answer });
    });
  }

  if (!asked) return { put, dialog: null };
  const { answer, question } = asked;
  const { other, ...words } = question;
  const dialog = (
    <ConfirmDialog
      {...words}
      isHarmless
      {...(other && { other: { label: other, choose: () => answer('other'), isHarmless: true } })}
      answer={(isYes) => answer(isYes ? 'yes' : 'no')}
    />
  );
  return { put, dialog };
}

type Given = { countGuests: CountGuests };

/**
 * Asks before a save what it means for those who signed up: `ask` answers what else is sent, null when nothing is to be saved.
 */
export function useSaveQuestion({ countGuests }: Given) {
  const { put, dialog } = useQuestion();

  async function ask(input: SocietyEventInput, event: SocietyEvent | null): Promise<SocietyEventInput | null> {
    if (!event || !concernsGuests(input, event)) return {};
    // The save itself says what stops it.
    const guests = await countGuests(event).catch(() => null);
    if (!guests) return {};
    const { capacity, notify } = saveQuestions(input, event, guests);
    if (capacity && (await put(capacity)) !== 'yes') return null;
    const more = capacity ? { isForced: true } : {};
    if (!notify) return more;
    const answer = await put(notify);
    return answer === 'no' ? null : { ...more, notify: answer === 'yes' };
  }

  return { ask, dialog };
}
