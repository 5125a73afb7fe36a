import { useState } from 'react';
import { useApi } from '#ui/api.ts';
import { toast } from '#ui/dialogs/toast.tsx';
import { withToast } from '#ui/dialogs/with-error-toast.ts';
import { useBusy } from '#ui/forms/use-busy.ts';
import { errorMessage } from '#ui/loaded.ts';
import { scheduleArticle, unscheduleArticle } from '../admin/articles-admin.client.ts';
import type { Article } from '../article.schema.ts';
import type { ScheduleInput } from './schedule.schema.ts';
import { publishAtProblem, scheduledTime, scheduleMessages } from './schedule.ts';

/** Answers why the server has refused the time; null when the question is over. */
export type Choose = (plan: ScheduleInput) => Promise<string | null>;

type Form = {
  article: Article | null;
  timeZone: string;
  onSchedule: (schedule: Article['schedule']) => void;
  /** The list is out of date. */
  onSaved: (article: Article) => void;
};

export type Planning = ReturnType<typeof useScheduling>;

/** Asks when a draft goes live; of a planned one it changes the plan alone, and nothing that is typed. */
export function useScheduling({ article, timeZone, onSchedule, onSaved }: Form) {
  const api = useApi();
  const [asked, setAsked] = useState<{ plan: ScheduleInput | null; save: Choose | null } | null>(null);
  const busy = useBusy();
  const draft = article && !article.isPublished ? article : null;

  /** The first answer saves the form; what was refused then is planned without another save. */
  async function choose(plan: ScheduleInput): Promise<string | null> {
    const refused = asked?.save ? await asked.save(plan) : await change(plan);
    setAsked(refused === null ? null : { plan, save: null });
    return refused;
  }

  async function change(plan: ScheduleInput): Promise<string | null> {
    if (!draft) return null;
    const work = async () => show(draft, (await scheduleArticle(api, draft.id, plan)).schedule);
    return scheduleAndTell(work, scheduledTime(plan.publishAt, timeZone));
  }

  /** True when it is done. */
  async function takeOut(): Promise<boolean> {
    if (!article) return false;
    const call = () => unscheduleArticle(api, article.id);
    const failed = 'Failed to unschedule it. Please try again.';
    return (await busy.run(() => withToast(call, () => show(article, null), failed))) === true;
  }

  /** What is typed stays as it is. */
  function show(planned: Article, schedule: Article['schedule']) {
    onSchedule(schedule);
    onSaved({ ...planned, schedule });
  }

  const dialog = asked && {
    articleId: article?.id ?? null,
    plan: asked.plan,
    onChoose: choose,
    onClose: () => setAsked(null),
  };
  return {
    dialog,
    isBusy: busy.isBusy,
    /** `save` saves the form and then plans it. */
    ask: (save: Choose) => setAsked({ plan: null, save }),
    askChange: () => draft?.schedule && setAsked({ plan: draft.schedule, save: null }),
    takeOut,
  };
}

/** Says when it is scheduled for. Answers why the server has refused the time; null when the question is over. */
export async function scheduleAndTell(plan: () => Promise<unknown>, when: string): Promise<string | null> {
  try {
    await plan();
    toast.success(`Scheduled for ${when}.`);
  } catch (error) {
    const refused = publishAtProblem(error);
    if (refused !== null) return refused;
    toast.error(errorMessage(error, scheduleMessages.failed));
  }
  return null;
}
