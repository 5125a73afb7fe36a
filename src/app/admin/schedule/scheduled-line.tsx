import type { Schedule } from '#features/articles/schedule/schedule.schema.ts';
import {
  missedSentence,
  scheduledTime,
  scheduleSentence,
  sendingSentence,
} from '#features/articles/schedule/schedule.ts';
import { useRecipientCounts } from '#features/newsletter/issues/admin/use-recipient-counts.ts';
import { useSettings } from '#features/settings/admin/use-settings.ts';

type Scheduled = { id: number; title: string; schedule?: Schedule | null | undefined };

/** When a scheduled draft goes live, and to how many subscribers; or why it did not go live. */
export function ScheduledLine({ article }: { article: Scheduled }) {
  return <ScheduledText article={article} count={useRecipientCounts(article.id)?.toSend ?? null} />;
}

type ScheduledLineInList = { article: Scheduled & { isSent?: boolean | undefined }; everyone: number | null };

/** The same in a list. Only articles sent before have their recipients counted; all others go to `everyone`. */
export function ScheduledLineInList({ article, everyone }: ScheduledLineInList) {
  return article.isSent ? <ScheduledLine article={article} /> : <ScheduledText article={article} count={everyone} />;
}

/** When a digest or a note goes out, or why it has not. */
export function ScheduledIssueLine({ title, schedule }: { title: string; schedule: Schedule }) {
  const { timeZone } = useSettings();
  const { publishAt, state } = schedule;
  if (state === 'planned') return <>{sendingSentence(publishAt, timeZone, null)}</>;
  return <>{missedSentence(state, { title, when: scheduledTime(publishAt, timeZone) })}</>;
}

function ScheduledText({ article, count }: { article: Scheduled; count: number | null }) {
  const { timeZone } = useSettings();
  const { title, schedule } = article;
  if (!schedule) return null;
  if (schedule.state === 'planned') return <>{scheduleSentence(schedule, timeZone, count)}</>;
  return <>{missedSentence(schedule.state, { title, when: scheduledTime(schedule.publishAt, timeZone) })}</>;
}
