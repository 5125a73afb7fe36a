import { useRef } from 'react';
import { byEmail } from '#features/settings/admin/mail-server.ts';
import { useConfirm } from '#ui/dialogs/confirm.tsx';
import type { SocietyEvent, SocietyEventInput } from '../event.schema.ts';
import type { CountGuests } from './guest-count.ts';
import { affectsGuests, questionsBeforeSave, saveEffect } from './questions-before-save.ts';

/**
 * Asks before a save what it means for those who signed up: `ask` answers what else is sent, null when nothing is to be saved.
 * `effect` says afterwards what it meant.
 */
export function useQuestionsBeforeSave({ countGuests }: { countGuests: CountGuests }) {
  const { ask: put, dialog } = useConfirm();
  const waiting = useRef(0);

  async function ask(input: SocietyEventInput, event: SocietyEvent | null): Promise<SocietyEventInput | null> {
    waiting.current = 0;
    if (!event || !affectsGuests(input, event)) return {};
    // The save itself says what stops it.
    const guests = await countGuests(event).catch(() => null);
    if (!guests) return {};
    waiting.current = guests.waiting.people;
    const { capacity, notify } = questionsBeforeSave(input, event, guests);
    if (capacity && (await put({ ...capacity, isHarmless: true })) !== 'yes') return null;
    const more = capacity ? { isForced: true } : {};
    if (!notify) return more;
    const answer = await put({ ...notify, detail: byEmail(notify.detail), isHarmless: true });
    return answer === 'no' ? null : { ...more, notify: answer === 'yes' };
  }

  const effect = (saved: SocietyEvent, before: SocietyEvent | null, more: SocietyEventInput) =>
    saveEffect(saved, before, more, waiting.current);

  return { ask, effect, dialog };
}
