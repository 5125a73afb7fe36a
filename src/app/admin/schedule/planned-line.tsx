import type { Schedule } from '#features/articles/schedule/schedule.schema.ts';
import {
  plannedTime,
  scheduleSentence,
  sendingSentence,
  waitingSentence,
} from '#features/articles/schedule/schedule.ts';
import { useRecipientCounts } from '#features/newsletter/issues/admin/use-recipient-counts.ts';
import { useSettings } from '../use-settings.ts';

type Planned = { id: number; title: string; schedule?: Schedule | null | undefined };

/** When a planned draft goes live, and to how many readers; or why it has not gone live. */
export function PlannedLine({ article }: { article: Planned }) {
  return <PlannedWords article={article} readers={useRecipientCounts(article.id)?.toSend ?? null} />;
}

type PlannedOfMany = { article: Planned & { isSent?: boolean | undefined }; everyone: number | null };

/** The same beside others: only of what some have had already its own readers are counted, others go to `everyone`. */
export function PlannedOfMany({ article, everyone }: PlannedOfMany) {
  return article.isSent ? <PlannedLine article={article} /> : <PlannedWords article={article} readers={everyone} />;
}

/** When a digest or a note goes out, or why it has not. */
export function PlannedIssue({ title, schedule }: { title: string; schedule: Schedule }) {
  const { timeZone } = useSettings();
  const { publishAt, state } = schedule;
  if (state === 'planned') return <>{sendingSentence(publishAt, timeZone, null)}</>;
  return <>{waitingSentence(state, { title, when: plannedTime(publishAt, timeZone) })}</>;
}

function PlannedWords({ article, readers }: { article: Planned; readers: number | null }) {
  const { timeZone } = useSettings();
  const { title, schedule } = article;
  if (!schedule) return null;
  if (schedule.state === 'planned') return <>{scheduleSentence(schedule, timeZone, readers)}</>;
  return <>{waitingSentence(schedule.state, { title, when: plannedTime(schedule.publishAt, timeZone) })}</>;
}
