import { eventKind } from '#features/events/event.kind.ts';
import type { SocietyEvent } from '#features/events/event.schema.ts';
import { placeAndTime } from '#features/events/event.ts';
import { countComingAndWaiting, thePeopleText } from '#features/events/signup/guest-count.ts';
import { getItem } from '#features/items/items.client.ts';
import { getCountsOfEvent } from '#features/registrations/registrations-admin.client.ts';
import { getLastRevision, getRevision } from '#features/revisions/revisions.client.ts';
import { byEmail } from '#features/settings/admin/mail-server.ts';
import type { Api } from '#shared/calls/api-client.ts';

/** `of`: the form's path in the API. */
type Version = { form: string; of: string; revisionId: number };

/** Which guests going back to a version tells, behind another sentence; empty where none. */
export async function loadRestoringImpact(api: Api, { form, of, revisionId }: Version): Promise<string> {
  const id = Number(form.split('-')[1]);
  if (form !== 'settings' && form !== `${eventKind.name}-${id}`) return '';
  const { data } = await getRevision(api, of, revisionId);
  if (form === 'settings') {
    const isMoved = (await getLastRevision(api, of))?.data.timeZone !== data.timeZone;
    return isMoved ? ` The time zone changes: events move. ${byEmail('Their guests are told by email.')}` : '';
  }
  const [event, counts] = await Promise.all([getItem<SocietyEvent>(api, eventKind, id), getCountsOfEvent(api, id)]);
  const people = countComingAndWaiting(counts);
  const isMoved = placeAndTime.some((field) => data[field] !== undefined && data[field] !== event[field]);
  if (!isMoved || event.cancelledAt || people === 0) return '';
  const told = `Unless it is over, ${thePeopleText(people)} who signed up are told by email.`;
  return ` The time or the place changes. ${byEmail(people === 1 ? told.replace(' are ', ' is ') : told)}`;
}
