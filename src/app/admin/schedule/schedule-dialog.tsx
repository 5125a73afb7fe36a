import { useState } from 'react';
import type { ScheduleInput } from '#features/articles/schedule/schedule.schema.ts';
import {
  articleScheduleSentence,
  issueScheduleSentence,
  readPublishAt,
  scheduleMessages,
} from '#features/articles/schedule/schedule.ts';
import { clockChangeNotice } from '#features/events/dates/event-date-validation.ts';
import { TimeField } from '#features/events/dates/time-field.tsx';
import {
  momentErrors,
  momentOfWallTime,
  noMoment,
  type TypedMoment,
  wallTimeOfMoment,
} from '#features/events/dates/typed-moment.ts';
import { readTypedTime } from '#features/events/dates/typed-time.ts';
import { useRecipientCounts } from '#features/newsletter/issues/admin/use-recipient-counts.ts';
import { noMailServer } from '#features/newsletter/newsletter.ts';
import { isMailServerMissing } from '#features/settings/admin/mail-server.ts';
import { useSettings } from '#features/settings/admin/use-settings.ts';
import { isoDayInZone, shortDate } from '#shared/dates.ts';
import { pluralise } from '#shared/text.ts';
import { readingProblem } from '#shared/typed-date.ts';
import { DateField } from '#ui/dates/date-field.tsx';
import { FormDialog } from '#ui/dialogs/form-dialog.tsx';
import { Button } from '#ui/forms/button.tsx';
import { CheckboxField } from '#ui/forms/fields.tsx';
import { useBusy } from '#ui/forms/use-busy.ts';
import { ActionRow, Alert, FieldPair } from '#ui/page/screen-parts.tsx';
import styles from './schedule-dialog.module.css';

type Props = {
  articleId: number | null;
  /** A digest or a note: it is sent, and nothing goes live. */
  isIssue?: boolean;
  /** How many get it, where that is known already: it is not counted then. */
  count?: number;
  /** The initial values, or null. */
  schedule: ScheduleInput | null;
  /** Returns why it is not scheduled; null closes the dialog. */
  onChoose: (schedule: ScheduleInput) => Promise<string | null>;
  onClose: () => void;
};

/** When a draft goes live, and whether its newsletter follows; says in one sentence what will happen (K6). */
export function ScheduleDialog({ articleId, isIssue = false, count, schedule, onChoose, onClose }: Props) {
  const { timeZone } = useSettings();
  const [moment, setMoment] = useState<TypedMoment>(() =>
    schedule?.publishAt ? momentOfWallTime(schedule.publishAt) : noMoment,
  );
  const [sendsNewsletter, setSends] = useState(schedule?.sendsNewsletter ?? true);
  const [isStopped, setIsStopped] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const { isBusy, run } = useBusy();
  const counts = useRecipientCounts(count === undefined ? articleId : undefined);
  const subscribers = count ?? counts?.toSend ?? null;
  const isWhomKnown = !sendsNewsletter || subscribers !== null;
  const [now, setNow] = useState(() => new Date());
  const wallTime = wallTimeOfMoment(moment);
  const read = wallTime === null ? null : readPublishAt(wallTime, { timeZone, now });
  const problem = read && 'problem' in read ? read.problem : null;
  const { date, time } = moment;
  const whom = sendsNewsletter
    ? whomSentence(subscribers, isIssue ? 'It goes' : 'The newsletter then goes')
    : 'No newsletter follows.';
  const errors = isStopped ? fieldErrors(moment) : {};

  function change(part: Partial<TypedMoment>) {
    setRefusal(null);
    setMoment({ ...moment, ...part });
  }

  /** One press once the dialog says who gets it; fills in only while it does not, or if 'tomorrow' was another day then. */
  function choose(at: number, shown: TypedMoment) {
    const pressedAt = new Date();
    const preset = presetMoments(pressedAt, timeZone)[at]?.[1] ?? shown;
    setNow(pressedAt);
    change(preset);
    if (isWhomKnown && preset.date === shown.date) submit(preset);
  }

  function submit(chosenMoment = moment) {
    setIsStopped(true);
    setRefusal(null);
    const wallTime = wallTimeOfMoment(chosenMoment);
    // The dialog may have been open for long.
    const pressedAt = new Date();
    setNow(pressedAt);
    const chosen = wallTime === null ? null : readPublishAt(wallTime, { timeZone, now: pressedAt });
    if (!chosen || 'problem' in chosen) return;
    void run(async () => setRefusal(await onChoose({ publishAt: chosen.publishAt, sendsNewsletter })));
  }

  return (
    <FormDialog
      title={isIssue ? 'When should we send it?' : 'When should it go live?'}
      action="Schedule"
      isBusy={isBusy}
      onSubmit={() => submit()}
      onCancel={onClose}
    >
      <div className={styles.fields}>
        <p>{whom}</p>
        {sendsNewsletter && subscribers !== 0 && isMailServerMissing() && (
          <p className={`small ${styles.kept}`}>{noMailServer}</p>
        )}
        <ActionRow>
          {presetMoments(now, timeZone).map(([label, preset], at) => (
            <Button key={label} size="small" variant="quiet" aria-disabled={isBusy} onClick={() => choose(at, preset)}>
              <span>
                {isWhomKnown ? `Schedule for ${label}` : label} <span className="muted">{dayText(preset)}</span>
              </span>
            </Button>
          ))}
        </ActionRow>
        <FieldPair>
          <DateField value={date} error={errors.date ?? null} onChange={(typed) => change({ date: typed })} />
          <TimeField
            value={time}
            error={readingProblem(readTypedTime(time)) ?? errors.time ?? problem}
            hint={read && 'publishAt' in read ? clockChangeNotice(read.publishAt, timeZone) : null}
            onChange={(typed) => change({ time: typed })}
          />
        </FieldPair>
        {!isIssue && <CheckboxField label="Then send the newsletter" checked={sendsNewsletter} onChange={setSends} />}
        <p className={styles.sentence} data-hint={!read || 'problem' in read || undefined} aria-live="polite">
          {read && 'publishAt' in read
            ? isIssue
              ? issueScheduleSentence(read.publishAt, timeZone, subscribers)
              : articleScheduleSentence({ publishAt: read.publishAt, sendsNewsletter }, timeZone, subscribers)
            : `Time zone: ${timeZone}.`}
        </p>
        {refusal && <Alert>{refusal}</Alert>}
      </div>
    </FormDialog>
  );
}

/** The next day and the next Monday, of the site. */
export function presetMoments(now: Date, timeZone: string): [label: string, moment: TypedMoment][] {
  const today = new Date(isoDayInZone(now.toISOString(), timeZone));
  const toMonday = (8 - today.getUTCDay()) % 7 || 7;
  const inDays = (days: number): TypedMoment => {
    const day = new Date(today.getTime() + days * 86_400_000).toISOString().slice(0, 10);
    return { date: day.replaceAll('-', '/'), time: '08:00' };
  };
  return [
    ['tomorrow 8:00 AM', inDays(1)],
    [toMonday === 7 ? 'next Monday 8:00 AM' : 'Monday 8:00 AM', inDays(toMonday)],
  ];
}

/** 'Dec 7', in one line. */
function dayText({ date }: TypedMoment): string | undefined {
  return shortDate(date.replaceAll('/', '-'), 'UTC').split(',')[0]?.replace(' ', '\u00a0');
}

function whomSentence(subscribers: number | null, goes: string): string {
  if (subscribers === 0) return 'There is no one to send it to.';
  return subscribers === null ? 'Counting the subscribers...' : `${goes} to ${pluralise(subscribers, 'subscriber')}.`;
}

/** Empty fields count as errors too. */
function fieldErrors(moment: TypedMoment): Partial<TypedMoment> {
  if (!moment.date.trim() && !moment.time.trim()) return { date: scheduleMessages.missing };
  return momentErrors(moment);
}
