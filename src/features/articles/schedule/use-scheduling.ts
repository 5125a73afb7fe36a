import { useState } from 'react';
import { getItem } from '#features/items/items.client.ts';
import { ApiError } from '#shared/api-error.ts';
import { useApi } from '#ui/api.ts';
import { toast } from '#ui/dialogs/toast.tsx';
import { useBusy } from '#ui/forms/use-busy.ts';
import { errorMessage } from '#ui/loaded.ts';
import { articleKind } from '../article.kind.ts';
import type { Article } from '../article.schema.ts';
import { useReloadOnDecision } from './late-plans.ts';
import type { ScheduleInput } from './schedule.schema.ts';
import { plannedTime, scheduleMessages } from './schedule.ts';
import { scheduleArticle, unscheduleArticle } from './schedules.client.ts';

export type ScheduleDialogProps = {
  articleId: number | null;
  /** What it begins with; null for nothing. */
  plan: ScheduleInput | null;
  /** Why the server has refused this time. */
  refusal: string | null;
  /** Another one each time that it is asked. */
  round: number;
  isBusy: boolean;
  onChoose: (plan: ScheduleInput) => void;
  onClose: () => void;
};

type Asked = Pick<ScheduleDialogProps, 'plan' | 'refusal'> & { choose: (plan: ScheduleInput) => void };

type Form = {
  saving: { article: Article | null; setSchedule: (schedule: Article['schedule']) => void };
  timeZone: string;
  /** The list is out of date. */
  onPlanned: (article: Article) => void;
  /** It went live outside of the form. */
  onLive: (article: Article) => void;
};

export type Planning = ReturnType<typeof useScheduling>;

/** Asks when a draft goes live; of a planned one it changes the plan alone, and nothing that is typed. */
export function useScheduling({ saving, timeZone, onPlanned, onLive }: Form) {
  const api = useApi();
  const [asked, setAsked] = useState<(Asked & { round: number }) | null>(null);
  const busy = useBusy();
  const { article } = saving;

  useReloadOnDecision(async () => {
    if (!article || article.isPublished) return;
    // Without an answer the form shows what it knows; a save tells the rest.
    const latest = await getItem<Article>(api, articleKind, article.id).catch(() => null);
    if (latest) saving.setSchedule(latest.schedule);
    if (latest?.isPublished) onLive(latest);
  });

  const open = (question: Asked) => setAsked((before) => ({ ...question, round: (before?.round ?? 0) + 1 }));

  /** `save` saves the form and then plans it. */
  function ask(save: (plan: ScheduleInput) => void) {
    const choose = (plan: ScheduleInput) => {
      setAsked(null);
      save(plan);
    };
    open({ plan: null, refusal: null, choose });
  }

  /** What was chosen is asked again with the reason, where it is one about the time. The draft is saved. */
  function refused(draft: Article, plan: ScheduleInput, error: unknown): boolean {
    const refusal = error instanceof ApiError ? error.fields.publishAt : undefined;
    if (refusal === undefined) return false;
    open({ plan, refusal, choose: (chosen) => void change(draft, chosen) });
    return true;
  }

  const change = (draft: Article, plan: ScheduleInput) =>
    busy.run(async () => {
      try {
        const { schedule } = await scheduleArticle(api, draft.id, plan);
        setAsked(null);
        show(draft, schedule);
        if (schedule) toast.success(`Planned for ${plannedTime(schedule.publishAt, timeZone)}.`);
      } catch (error) {
        if (refused(draft, plan, error)) return;
        setAsked(null);
        toast.error(errorMessage(error, scheduleMessages.failed));
      }
    });

  function askChange() {
    if (!article?.schedule) return;
    const { publishAt, sendsNewsletter } = article.schedule;
    open({ plan: { publishAt, sendsNewsletter }, refusal: null, choose: (plan) => void change(article, plan) });
  }

  /** True when it is done. */
  async function takeOut(): Promise<boolean> {
    if (!article) return false;
    const done = await busy.run(async () => {
      try {
        toast.success((await unscheduleArticle(api, article.id)).message);
        show(article, null);
        return true;
      } catch (error) {
        toast.error(errorMessage(error, 'Failed to take it out of the plan. Please try again.'));
        return false;
      }
    });
    return done === true;
  }

  /** What is typed stays as it is. */
  function show(draft: Article, schedule: Article['schedule']) {
    saving.setSchedule(schedule);
    onPlanned({ ...draft, schedule });
  }

  const dialog: ScheduleDialogProps | null = asked && {
    articleId: article?.id ?? null,
    plan: asked.plan,
    refusal: asked.refusal,
    round: asked.round,
    isBusy: busy.isBusy,
    onChoose: asked.choose,
    onClose: () => setAsked(null),
  };
  return { asked: dialog, isBusy: busy.isBusy, ask, refused, askChange, takeOut };
}
