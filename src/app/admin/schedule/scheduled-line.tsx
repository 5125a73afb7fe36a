import type { Schedule } from '#features/articles/schedule/schedule.schema.ts';
import {
  articleScheduleSentence,
  issueScheduleSentence,
  missedSentence,
} from '#features/articles/schedule/schedule.ts';
import { useRecipientCounts } from '#features/newsletter/issues/admin/use-recipient-counts.ts';
import { useSettings } from '#features/settings/admin/use-settings.ts';

type Scheduled = { id: number; title: string; schedule?: Schedule | null | undefined };

/** When a scheduled draft goes live, and to how many subscribers; or why it did not go live. */
export function ScheduledLine({ article }: { article: Scheduled }) {
  return <ScheduledText {...article} count={useRecipientCounts(article.id)?.toSend ?? null} />;
}

type ScheduledLineInList = { article: Scheduled & { isSent?: boolean | undefined }; everyone: number | null };

/** The same in a list. Only articles sent before have their recipients counted; all others go to `everyone`. */
export function ScheduledLineInList({ article, everyone }: ScheduledLineInList) {
  return article.isSent ? <ScheduledLine article={article} /> : <ScheduledText {...article} count={everyone} />;
}

type TextProps = Omit<Scheduled, 'id'> & { count: number | null; isIssue?: boolean };

/** `isIssue`: when a digest or a note goes out, or why it has not. */
export function ScheduledText({ title, schedule, count, isIssue = false }: TextProps) {
  const { timeZone } = useSettings();
  if (!schedule) return null;
  const { state, publishAt } = schedule;
  if (state !== 'scheduled') return missedSentence({ state, publishAt }, { title, timeZone, isIssue });
  return isIssue
    ? issueScheduleSentence(publishAt, timeZone, count)
    : articleScheduleSentence(schedule, timeZone, count);
}
