import type { SocietyEvent } from '#features/events/event.schema.ts';
import { localInstantText } from '#shared/instants.ts';
import { pluralise } from '#shared/text.ts';
import { Button } from '#ui/forms/button.tsx';
import { Row } from '#ui/lists/rows.tsx';
import { Badge } from '#ui/page/badge.tsx';
import type { Registration } from '../registration.schema.ts';
import { mostPlacesPerPerson } from '../registration.ts';
import { guestName } from './guest-texts.ts';

export type GuestAction = 'place' | 'wait' | 'remove';
type Props = {
  guest: Registration;
  event: SocietyEvent;
  isBusy: boolean;
  onAct: (action: GuestAction, guest: Registration) => void;
};

export function GuestRow({ event, ...props }: Props) {
  const { guest } = props;
  const most = mostPlacesPerPerson(event);
  const { state, places, email, answers, presentAt, cancelledBy, isErased } = guest;
  return (
    <Row
      title={guestName(guest)}
      badges={
        <>
          {places > 1 && <Badge past>{pluralise(places, 'place')}</Badge>}
          {state === 'waiting' && places > most && <Badge>Wants too many places: {most} at most</Badge>}
          {presentAt && <Badge>Here</Badge>}
          {state === 'cancelled' && <Badge past>{cancelledBy === 'organiser' ? 'Removed' : 'Given back'}</Badge>}
        </>
      }
      actions={!isErased && <GuestActions event={event} {...props} />}
    >
      {email && (
        <p>
          <a href={`mailto:${email}`}>{email}</a>
        </p>
      )}
      <GuestAnswers answers={answers} />
      <p>{sinceText(guest)}</p>
    </Row>
  );
}

/** Those that were given. */
export function GuestAnswers({ answers, className }: Pick<Registration, 'answers'> & { className?: string }) {
  return answers
    .filter(({ answer }) => answer)
    .map(({ question, answer }) => (
      <p key={question} className={className}>
        <bdi>{question}</bdi> <bdi>{answer}</bdi>
      </p>
    ));
}

function GuestActions({ guest, event, isBusy, onAct }: Props) {
  const { name, state } = guest;
  const place = ['place', 'Give a place', `Give a place to ${name}`] as const;
  const wait = ['wait', 'Move to waiting list', `Move to waiting list: ${name}`] as const;
  const remove = ['remove', 'Remove', `Remove ${name}`] as const;
  // A cancelled event has no places to give.
  const moves = event.cancelledAt ? [] : [state === 'confirmed' ? wait : place];
  const buttons = state === 'cancelled' ? moves : [...moves, remove];
  return buttons.map(([action, text, label]) => (
    <Button
      key={action}
      size="small"
      variant={action === 'remove' ? 'danger' : 'quiet'}
      aria-label={label}
      aria-disabled={isBusy}
      onClick={() => onAct(action, guest)}
    >
      {text}
    </Button>
  ));
}

function sinceText({ state, createdAt, confirmedAt }: Registration): string {
  if (!confirmedAt) return `Asked ${localInstantText(createdAt)}`;
  // An administrator asks and confirms at once.
  const entered = createdAt === confirmedAt ? 'Added by an administrator' : 'On the list since';
  return `${state === 'waiting' ? 'Waiting since' : entered} ${localInstantText(confirmedAt)}`;
}
