import { parseFormName } from '#features/drafts/draft.ts';
import { eventKind } from '#features/events/event.kind.ts';
import type { SocietyEvent } from '#features/events/event.schema.ts';
import { placeAndTime } from '#features/events/event.ts';
import { countComingAndWaiting, thePeopleText } from '#features/events/signup/guest-count.ts';
import { isChanged } from '#features/events/signup/questions-before-save.ts';
import { getItem } from '#features/items/items.client.ts';
import { getCountsOfEvent } from '#features/registrations/registrations-admin.client.ts';
import { getLastRevision, getRevision } from '#features/revisions/revisions.client.ts';
import { byEmail } from '#features/settings/admin/mail-server.ts';
import type { Api } from '#shared/calls/api-client.ts';

const signupFields = ['hasSignup', 'signupClosesAt', 'capacity', 'maxPlaces'] as const;

/** `of`: the form's path in the API. */
type Version = { form: string; of: string; revisionId: number };

/** Which guests going back to a version tells, behind another sentence; empty where none. */
export async function loadRestoringImpact(api: Api, { form, of, revisionId }: Version): Promise<string> {
  const place = parseFormName(form);
  const id = place?.kind === eventKind.name && 'id' in place ? place.id : 0;
  if (form !== 'settings' && id === 0) return '';
  const { data } = await getRevision(api, of, revisionId);
  if (form === 'settings') {
    const isMoved = (await getLastRevision(api, of))?.data.timeZone !== data.timeZone;
    return isMoved ? ` The time zone changes: events move. ${byEmail('Their guests are told by email.')}` : '';
  }
  const [event, counts] = await Promise.all([getItem<SocietyEvent>(api, eventKind, id), getCountsOfEvent(api, id)]);
  const people = countComingAndWaiting(counts);
  const isMoved = people > 0 && isChanged(data, event, placeAndTime);
  const mayPromote = counts.waiting.people > 0 && isChanged(data, event, signupFields);
  if (event.cancelledAt || !(isMoved || mayPromote)) return '';
  const told = [
    isMoved ? `Unless it is over, an email goes to ${thePeopleText(people)} who signed up.` : '',
    mayPromote ? 'Waiting guests who get a place are told by email.' : '',
  ];
  return ` ${isMoved ? 'The time or the place' : 'The sign-up'} changes. ${byEmail(told.filter(Boolean).join(' '))}`;
}
