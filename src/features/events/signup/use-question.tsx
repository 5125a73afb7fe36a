import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '#ui/dialogs/confirm.tsx';
import type { ThreeWayQuestion } from './event-guests.ts';

type Answer = 'yes' | 'other' | 'no';

/** Asks in the page what a change means for those who signed up. Render `dialog` once. */
export function useQuestion(): { put: (question: ThreeWayQuestion) => Promise<Answer>; dialog: ReactNode } {
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
