import { useState } from 'react';
import { ApiError } from '#shared/api-error.ts';
import { useApi } from '#ui/api.ts';
import { toast } from '#ui/dialogs/toast.tsx';
import { useBusy } from '#ui/forms/use-busy.ts';
import { errorMessage } from '#ui/loaded.ts';
import type { Article } from '../article.schema.ts';
import type { ScheduleInput } from './schedule.schema.ts';
import { plannedTime, scheduleMessages } from './schedule.ts';
import { scheduleArticle, unscheduleArticle } from './schedules.client.ts';

export type ScheduleDialogProps = {
  articleId: number | null;
  /** What it begins with; null for nothing. */
  plan: ScheduleInput | null;
  /** Why the server has refused this time. */
  refusal: string | null;
  isBusy: boolean;
  onChoose: (plan: ScheduleInput) => void;
  onClose: () => void;
};

type Asked = { plan: ScheduleInput | null; refusal: string | null; choose: (plan: ScheduleInput) => void };

type Form = {
  saving: { article: Article | null; setArticle: (article: Article) => void };
  timeZone: string;
  /** The list is out of date. */
  onPlanned: (article: Article) => void;
};

export type Planning = ReturnType<typeof useScheduling>;

/** Asks when a draft goes live; of a planned one it changes the plan alone, and nothing that is typed. */
export function useScheduling({ saving, timeZone, onPlanned }: Form) {
  const api = useApi();
  const [asked, setAsked] = useState<Asked | null>(null);
  const busy = useBusy();
  const { article } = saving;

  /** `save` saves the form and then plans it. */
  function ask(save: (plan: ScheduleInput) => void) {
    const choose = (plan: ScheduleInput) => {
      setAsked(null);
      save(plan);
    };
    setAsked({ plan: null, refusal: null, choose });
  }

  /** The draft is saved. What was chosen is asked again with the reason, where it is one about the time. */
  function refused(plan: ScheduleInput, error: unknown) {
    const refusal = refusalOf(error);
    if (refusal) setAsked({ plan, refusal, choose: (chosen) => void change(chosen) });
  }

  const change = (plan: ScheduleInput) =>
    busy.run(async () => {
      if (!saving.article) return;
      try {
        const planned = await scheduleArticle(api, saving.article.id, plan);
        setAsked(null);
        show({ ...saving.article, schedule: planned.schedule });
        if (planned.schedule) toast.success(`Planned for ${plannedTime(planned.schedule.publishAt, timeZone)}.`);
      } catch (error) {
        const refusal = refusalOf(error);
        if (refusal) setAsked({ plan, refusal, choose: (chosen) => void change(chosen) });
        else toast.error(errorMessage(error, scheduleMessages.failed));
      }
    });

  function askChange() {
    const { publishAt, sendsNewsletter } = article?.schedule ?? { publishAt: '', sendsNewsletter: true };
    setAsked({ plan: { publishAt, sendsNewsletter }, refusal: null, choose: (plan) => void change(plan) });
  }

  const takeOut = () =>
    busy.run(async () => {
      if (!saving.article) return;
      try {
        toast.success((await unscheduleArticle(api, saving.article.id)).message);
        show({ ...saving.article, schedule: null });
      } catch (error) {
        toast.error(errorMessage(error, 'Failed to take it out of the plan. Please try again.'));
      }
    });

  /** What is typed stays as it is. */
  function show(planned: Article) {
    saving.setArticle(planned);
    onPlanned(planned);
  }

  const dialog: ScheduleDialogProps | null = asked && {
    articleId: article?.id ?? null,
    plan: asked.plan,
    refusal: asked.refusal,
    isBusy: busy.isBusy,
    onChoose: asked.choose,
    onClose: () => setAsked(null),
  };
  return { asked: dialog, isBusy: busy.isBusy, ask, refused, askChange, takeOut: () => void takeOut() };
}

function refusalOf(error: unknown): string | null {
  return error instanceof ApiError ? (error.fields.publishAt ?? null) : null;
}
