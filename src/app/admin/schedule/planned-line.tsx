import type { Schedule } from '#features/articles/schedule/schedule.schema.ts';
import { plannedTime, scheduleSentence, waitingSentence } from '#features/articles/schedule/schedule.ts';
import { useRecipientCounts } from '#features/newsletter/issues/admin/use-recipient-counts.ts';
import { useSettings } from '../use-settings.ts';

type Props = { article: { id: number; title: string; schedule?: Schedule | null | undefined } };

/** When a planned draft goes live, and to how many readers; or why it has not gone live. */
export function PlannedLine({ article: { id, title, schedule } }: Props) {
  const { timeZone } = useSettings();
  const readers = useRecipientCounts(id)?.toSend ?? null;
  if (!schedule) return null;
  if (schedule.state === 'planned') return <>{scheduleSentence(schedule, timeZone, readers)}</>;
  return <>{waitingSentence(schedule.state, { title, when: plannedTime(schedule.publishAt, timeZone) })}</>;
}
