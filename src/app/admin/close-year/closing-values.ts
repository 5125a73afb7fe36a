import { academicYearName, academicYearOf } from '#app/years/academic-year.ts';
import type { ClosingInput } from '#app/years/closing.schema.ts';
import type { Committee } from '#features/committees/committee.schema.ts';
import { committeeMessages, normaliseYearLabel, yearLabelProblem } from '#features/committees/committee.ts';
import type { Member } from '#features/members/member.schema.ts';
import { longDate } from '#shared/dates.ts';
import { isEmailAddress, readEmailAddress } from '#shared/email-address.ts';
import { pluralise } from '#shared/text.ts';

export type ClosingValues = {
  label: string;
  from: string;
  to: string;
  /** The position of each member next year, by the member's id; null for members who leave. */
  positions: Record<number, string | null>;
  joining: { name: string; position: string }[];
  /** The last day of each account that ends, by the account's id. */
  ends: Record<number, string>;
  /** Email addresses, one per line. */
  invited: string;
};

/** The year that ends today, following the last closed one. */
export function initialClosingValues(years: Committee[], today: string, startMonth: number): ClosingValues {
  const last = years
    .map(({ to }) => to)
    .toSorted()
    .at(-1);
  const from = last ? dayAfter(last) : dayAfter(today, 1);
  return {
    label: proposedLabel({ from, to: today }, startMonth),
    from,
    to: today,
    positions: {},
    joining: [],
    ends: {},
    invited: '',
  };
}

/** The name of the academic year that most of the days lie in; '' while a day is missing. */
export function proposedLabel({ from, to }: Pick<ClosingValues, 'from' | 'to'>, startMonth: number): string {
  if (!from || !to) return '';
  const middle = new Date((Date.parse(from) + Date.parse(to)) / 2);
  const lies = { year: middle.getUTCFullYear(), month: middle.getUTCMonth() + 1 };
  return academicYearName(academicYearOf(lies, startMonth), startMonth);
}

/** A year before 29 February is no day: the day after is taken first. */
function dayAfter(day: string, yearsBefore = 0): string {
  const date = new Date(`${day}T12:00:00Z`);
  date.setUTCDate(date.getUTCDate() + 1);
  date.setUTCFullYear(date.getUTCFullYear() - yearsBefore);
  return date.toISOString().slice(0, 10);
}

type Known = { members: Member[]; accounts: { id: number; username: string }[] };

/** Leaves out members and accounts that have gone since the draft was written, and empty rows. */
export function closingInputOf(values: ClosingValues, { members, accounts }: Known): ClosingInput {
  const positions = members.flatMap(({ id }) => {
    const position = values.positions[id];
    return position === undefined ? [] : [{ id, position }];
  });
  return {
    label: normaliseYearLabel(values.label),
    from: values.from,
    to: values.to,
    leaving: positions.filter(({ position }) => position === null).map(({ id }) => id),
    positions: positions.flatMap(({ id, position }) => (position === null ? [] : [{ id, position }])),
    joining: values.joining.filter(({ name, position }) => name.trim() || position.trim()),
    ends: accounts.flatMap(({ id }) => {
      const on = values.ends[id];
      return on === undefined ? [] : [{ id, on }];
    }),
    invited: values.invited.split(/[\s,;]+/).filter(Boolean),
  };
}

/** What stops the button, or null. */
export function closingProblem({ label, from, to, positions, joining, ends, invited }: ClosingInput): string | null {
  const problem = yearLabelProblem(label);
  if (problem) return problem;
  if (!from || !to) return committeeMessages.badDay;
  if (to < from) return committeeMessages.backwards;
  if (positions.some(({ position }) => !position.trim())) return 'Please enter a position for everyone who stays.';
  for (const { name, position } of joining) {
    if (!name.trim()) return `Please enter a name for the new ${position}.`;
    if (!position.trim()) return `Please enter a position for ${name}.`;
  }
  if (ends.some(({ on }) => !on)) return 'Please enter the day on which each account ends.';
  const wrong = invited.find((address) => !isEmailAddress(readEmailAddress(address)));
  return wrong ? `“${wrong}” is not an email address.` : null;
}

/** What the button does, one sentence a line. */
export function closingSummary(values: ClosingValues, known: Known): string[] {
  const { members, accounts } = known;
  const { label, from, to, leaving, positions, joining, ends, invited } = closingInputOf(values, known);
  const namesOf = (some: Member[]) => some.map(({ name }) => name).join(', ');
  const staying = members.filter(({ id }) => !leaving.includes(id));
  const changing = staying.flatMap(({ id, name, position: before }) => {
    const now = positions.find((one) => one.id === id)?.position ?? before;
    return now === before ? [] : [`${name} (${now})`];
  });
  const nameOf = (id: number) => accounts.find((account) => account.id === id)?.username ?? '';
  return [
    `The page for ${label || 'the year'} keeps today’s committee: ${pluralise(members.length, 'member')}, in office from ${dayText(from)} to ${dayText(to)}.`,
    staying.length > 0 ? `Staying: ${namesOf(staying)}.` : 'All of them leave.',
    changing.length > 0 ? `New positions: ${changing.join(', ')}.` : '',
    leaving.length > 0 && staying.length > 0
      ? `Leaving: ${namesOf(members.filter(({ id }) => leaving.includes(id)))}.`
      : '',
    joining.length > 0
      ? `Joining: ${joining.map(({ name, position }) => `${name} (${position || '…'})`).join(', ')}.`
      : '',
    invited.length > 0
      ? `Invited as administrators at once: ${invited.join(', ')}. If you undo it, those who have accepted stay.`
      : '',
    ...ends.map(({ id, on }) => {
      const once = invited.length > 0 ? ', once everyone who is invited has signed in' : '';
      return `The account of ${nameOf(id)} ends after ${dayText(on)}${once}.`;
    }),
  ].filter(Boolean);
}

function dayText(day: string): string {
  return day ? longDate(`${day}T12:00:00Z`, 'UTC') : '…';
}
