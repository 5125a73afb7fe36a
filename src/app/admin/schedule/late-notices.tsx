import { lazy, Suspense } from 'react';
import type { LateSchedule } from '#features/articles/schedule/schedule.schema.ts';
import { missedSentence, scheduledTime } from '#features/articles/schedule/schedule.ts';
import { useSettings } from '../use-settings.ts';

// Seldom there. What waits is said in any case.
const LateNotice = lazy(() =>
  import('./late-notice.tsx').then(
    (loaded) => ({ default: loaded.LateNotice }),
    () => ({ default: () => null }),
  ),
);

/** Above every screen, while a planned article waits for someone to say what becomes of it. */
export function LateNotices({ plans, onDecided }: { plans: LateSchedule[]; onDecided: () => void }) {
  const { timeZone } = useSettings();
  const sentenceOf = (plan: LateSchedule) =>
    missedSentence(plan.state, { title: plan.title, when: scheduledTime(plan.publishAt, timeZone) });
  return (
    <div>
      <p className="sr-only" role="status">
        {plans.map(sentenceOf).join(' ')}
      </p>
      <Suspense>
        {plans.map((plan) => (
          <LateNotice
            key={`${plan.articleId} ${plan.issueId} ${plan.publishAt} ${plan.state}`}
            plan={plan}
            sentence={sentenceOf(plan)}
            onDecided={onDecided}
          />
        ))}
      </Suspense>
    </div>
  );
}
