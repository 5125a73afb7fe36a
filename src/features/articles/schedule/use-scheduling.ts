import { useState } from 'react';
import { errorMessage } from '#shared/calls/api-error.ts';
import { useApi } from '#ui/api-context.ts';
import { toast } from '#ui/dialogs/toast.tsx';
import { withToast } from '#ui/dialogs/with-error-toast.ts';
import { useBusy } from '#ui/forms/use-busy.ts';
import type { Article } from '../article.schema.ts';
import type { ScheduleInput } from './schedule.schema.ts';
import { scheduledTimeText, scheduleMessages } from './schedule.ts';

type Form = {
  article: Article | null;
  timeZone: string;
  onSchedule: (schedule: Article['schedule']) => void;
  /** Called when the list is out of date. */
  onSaved: (article: Article) => void;
};

export type Scheduling = ReturnType<typeof useScheduling>;

/** Asks when a saved draft goes live, and changes nothing that is typed. */
export function useScheduling({ article, timeZone, onSchedule, onSaved }: Form) {
  const api = useApi();
  const [isAsking, setIsAsking] = useState(false);
  const busy = useBusy();
  const draft = article && !article.isPublished ? article : null;

  async function onChoose(input: ScheduleInput): Promise<string | null> {
    if (!draft) return null;
    const work = async () => show(draft, (await api.call<Article>('PUT', pathOf(draft), input)).schedule);
    const refused = await scheduleWithToast(work, scheduledTimeText(input.publishAt, timeZone));
    setIsAsking(refused !== null);
    return refused;
  }

  /** True when it is done. */
  async function unschedule(): Promise<boolean> {
    if (!article) return false;
    const call = () => api.call('DELETE', pathOf(article));
    const failed = 'Failed to unschedule it. Please try again.';
    return (await busy.run(() => withToast(call, () => show(article, null), failed))) === true;
  }

  /** Keeps what is typed. */
  function show(article: Article, schedule: Article['schedule']) {
    onSchedule(schedule);
    onSaved({ ...article, schedule });
  }

  const dialog = isAsking && draft && { articleId: draft.id, onChoose, onClose: () => setIsAsking(false) };
  return { dialog, isBusy: busy.isBusy, ask: () => setIsAsking(true), unschedule };
}

function pathOf({ id }: Article): string {
  return `/articles/admin/${id}/schedule`;
}

/** Says when it is scheduled for. Returns why it is not; null closes the dialog. */
export async function scheduleWithToast(work: () => Promise<unknown>, when: string): Promise<string | null> {
  try {
    await work();
  } catch (error) {
    return errorMessage(error, scheduleMessages.failed);
  }
  toast.success(`Scheduled for ${when}.`);
  return null;
}
