import { useCallback, useRef, useState } from 'react';
import type { ClosedYear } from '#app/years/closing.schema.ts';
import type { Administrator } from '#features/accounts/account.schema.ts';
import { LinkBox } from '#features/accounts/admin/link-box.tsx';
import { purgeTime } from '#features/bin/bin.ts';
import type { Committee } from '#features/committees/committee.schema.ts';
import { committeeLimits } from '#features/committees/committee.ts';
import { DraftNotice } from '#features/drafts/draft-status.tsx';
import { useDraft } from '#features/drafts/use-draft.ts';
import { WithDraft } from '#features/drafts/with-draft.tsx';
import type { Member } from '#features/members/member.schema.ts';
import { listMembers } from '#features/members/members.client.ts';
import { useSettingsOnceLoaded } from '#features/settings/admin/use-settings.ts';
import type { SiteSettings } from '#features/settings/settings.ts';
import { isoDayInZone, longDate, monthNames } from '#shared/dates.ts';
import { bidiIsolated } from '#shared/text.ts';
import { useApi } from '#ui/api-context.ts';
import { DayField } from '#ui/dates/date-field.tsx';
import { useConfirm } from '#ui/dialogs/confirm.tsx';
import { toast } from '#ui/dialogs/toast.tsx';
import { Button, buttonClass, LinkButton, TextLink } from '#ui/forms/button.tsx';
import { createFieldProps, TextField } from '#ui/forms/fields.tsx';
import { Fetched } from '#ui/page/fetched.tsx';
import { moveFocusOnRemoval } from '#ui/page/focus.ts';
import { ActionRow, Alert, FieldPair, FormStack, NarrowColumn, Panel, ScreenHead } from '#ui/page/screen-parts.tsx';
import { Spinner } from '#ui/page/spinner.tsx';
import { useSubmit } from '#ui/saving/use-submit.ts';
import { useFetched } from '#ui/use-fetched.ts';
import { AccountsStep } from './accounts-step.tsx';
import styles from './close-year.module.css';
import {
  type ClosingValues,
  closingInputOf,
  closingProblem,
  closingSummary,
  initialClosingValues,
  proposedLabel,
} from './closing-values.ts';
import { PeopleStep } from './people-step.tsx';
import { UndoClosingNotice } from './undo-closing-notice.tsx';

/** The end of a year on one screen: the committee, the accounts, and one button. */
export function CloseYearScreen() {
  const api = useApi();
  const settings = useSettingsOnceLoaded();
  const load = useCallback(async () => {
    const [{ items: members }, accounts, { items: years }] = await Promise.all([
      listMembers(api),
      api.call<Administrator[]>('GET', '/admin/administrators'),
      api.list<Committee>('/committees/admin'),
    ]);
    return { members, accounts: accounts.filter(({ isActive }) => isActive), years };
  }, [api]);
  const fetched = useFetched(load, 'Failed to load the committee');
  const { reload } = fetched;
  const [round, setRound] = useState(0);

  async function onUndone() {
    await reload();
    setRound(round + 1);
  }

  return (
    <>
      <ScreenHead title="Close the year" about="Hand over the society in three steps">
        <TextLink to="/admin/hand-over">Print a page for the next person</TextLink>
      </ScreenHead>
      <Fetched of={fetched}>
        {(known) =>
          settings ? (
            <NarrowColumn>
              <FormStack>
                {known.years.map((year) => (
                  <UndoClosingNotice key={year.id} year={year} onUndone={() => void onUndone()} />
                ))}
                <WithDraft key={round} form="close-year">
                  <Steps known={known} settings={settings} onClosed={() => void reload()} />
                </WithDraft>
              </FormStack>
            </NarrowColumn>
          ) : (
            <Spinner />
          )
        }
      </Fetched>
    </>
  );
}

type Known = { members: Member[]; accounts: Administrator[]; years: Committee[] };
type StepsProps = {
  known: Known;
  settings: Pick<SiteSettings, 'timeZone' | 'yearStartMonth'>;
  onClosed: () => void;
};

/** Shows the form only on request while a recent closing can still be undone. */
function Steps(props: StepsProps) {
  const { known, settings } = props;
  const { values, draft, change, closed, dialog, ...form } = useClosing(props);
  const { field } = createFieldProps(values, change);
  const [isWanted, setWanted] = useState(!known.years.some(({ closing }) => closing));
  if (!isWanted)
    return (
      <ActionRow>
        <Button variant="quiet" onClick={() => setWanted(true)}>
          Close another year
        </Button>
      </ActionRow>
    );
  return (
    <>
      {!closed && (
        <FormStack>
          <DraftNotice draft={draft} />
          <Panel title="1. The committee">
            <FormStack>
              <TextField
                label="Year to close"
                hint={`The page of this committee gets this name. We propose the year, from ${monthNames[settings.yearStartMonth - 1]} 1, that most of its days in office lie in.`}
                limit={committeeLimits.label}
                {...field('label')}
              />
              <p className="muted">
                {known.years.length > 0
                  ? 'The days in office: we propose those from the last closing until today.'
                  : 'The days in office: no year was closed before, so we propose the twelve months until today. Please enter the day on which this committee began.'}
              </p>
              <FieldPair>
                <DayField label="First day" {...field('from')} />
                <DayField label="Last day" {...field('to')} />
              </FieldPair>
              <PeopleStep members={known.members} values={values} onChange={change} />
            </FormStack>
          </Panel>
          <Panel title="2. Accounts">
            <AccountsStep accounts={known.accounts} values={values} onChange={change} />
          </Panel>
        </FormStack>
      )}
      {closed ? <Closed closed={closed} /> : <LastStep {...form} />}
      {dialog}
    </>
  );
}

/** The typed values are a draft until the year is closed. */
function useClosing({ known, settings: { timeZone, yearStartMonth }, onClosed }: StepsProps) {
  const api = useApi();
  const [first] = useState(() => {
    const today = isoDayInZone(new Date().toISOString(), timeZone);
    return initialClosingValues(known.years, today, yearStartMonth);
  });
  const draft = useDraft<ClosingValues>({ saved: { form: 'close-year', values: first, version: null } });
  const [closed, setClosed] = useState<ClosedYear | null>(null);
  const { isBusy, message: problem, submit, forget } = useSubmit('The year could not be closed. Please try again.');
  const { confirm, dialog } = useConfirm();
  const { values } = draft;
  const sentences = closingSummary(values, known);
  const [until] = useState(() => longDate(purgeTime(new Date().toISOString()), timeZone));
  const undoSentence = `You can undo all of it until ${until}.`;

  const proposed = useRef(proposedLabel(values, yearStartMonth));

  function change(part: Partial<ClosingValues>) {
    forget();
    const next = { ...values, ...part };
    const label = proposedLabel(next, yearStartMonth) || proposed.current;
    // The name follows the days until another one is typed.
    draft.change(next.label === proposed.current && part.label === undefined ? { ...part, label } : part);
    proposed.current = label;
  }

  async function close() {
    if (isBusy) return;
    const input = closingInputOf(values, known);
    const wrong = closingProblem(input);
    const question = `Close the year ${bidiIsolated(input.label)}?`;
    const detail = [...sentences.map(bidiIsolated), undoSentence].join(' ');
    if (!wrong && !(await confirm(question, 'Close the year', { detail, isHarmless: true }))) return;
    const send = async () => {
      const answer = await api.call<ClosedYear>('POST', '/committees/admin/close', input);
      draft.finish();
      toast.success(`The year ${answer.year.label} is closed.`);
      setClosed(answer);
      onClosed();
    };
    await submit(send, { year: wrong });
  }

  return { values, draft, change, closed, dialog, sentences, undoSentence, problem, isBusy, close };
}

type LastProps = {
  sentences: string[];
  undoSentence: string;
  problem: string | null;
  isBusy: boolean;
  close: () => Promise<void>;
};

function LastStep({ sentences, undoSentence, problem, isBusy, close }: LastProps) {
  return (
    <Panel title="3. Close the year">
      <FormStack>
        <ul className={styles.summary}>
          {sentences.map((sentence) => (
            <li key={sentence} dir="auto">
              {sentence}
            </li>
          ))}
        </ul>
        <p className="muted">{undoSentence}</p>
        {problem && <Alert>{problem}</Alert>}
        <div ref={moveFocusOnRemoval}>
          <Button aria-disabled={isBusy} onClick={() => void close()}>
            {isBusy ? 'Closing...' : 'Close the year'}
          </Button>
        </div>
      </FormStack>
    </Panel>
  );
}

function Closed({ closed }: { closed: ClosedYear }) {
  const [open, setOpen] = useState(closed.invitations);
  return (
    <Panel title="Done">
      <FormStack>
        <p>The committee of {closed.year.label} has a page of its own. Give new members a bio and a picture.</p>
        <ActionRow>
          <a className={buttonClass({ variant: 'quiet' })} href={closed.year.path}>
            See the page
          </a>
          <LinkButton to="/admin/committee" variant="quiet">
            Complete the committee
          </LinkButton>
        </ActionRow>
        {open.map((made) => (
          <LinkBox
            key={made.email}
            made={made}
            whom={made.email}
            onClose={() => setOpen(open.filter((one) => one !== made))}
          />
        ))}
      </FormStack>
    </Panel>
  );
}
