/** Writes the emails to guests when they are sent, and checks who still needs them. */

import { invitationIcs } from '#features/events/calendar/calendar.ts';
import { readCalendarSite } from '#features/events/calendar/calendars.server.ts';
import { isEventPast } from '#features/events/event.ts';
import { readMailSite } from '#features/settings/published-privacy-page.server.ts';
import { getSettings } from '#features/settings/settings.server.ts';
import type { AppContext } from '#platform/context.ts';
import type { Db } from '#platform/db/db.ts';
import { qrCodePng } from '#platform/images/qr-code.ts';
import { doNotWriteLink } from '#platform/mail/first-mails.ts';
import { answerableHeaders, type MailCalendar } from '#platform/mail/mailer-contract.ts';
import type { Email, EmailGroup, EmailKind, WrittenEmail } from '#platform/mail/queue/mail-contract.ts';
import { bidiClosed } from '#shared/text.ts';
import { countPeopleAhead } from '../own-registration-view.server.ts';
import { countPlacesLeft, promotesFromWaitingList } from '../places.server.ts';
import { mostPlacesPerPerson } from '../registration.ts';
import { confirmableMs, registrationToken } from '../registration-links.server.ts';
import {
  codePicture,
  composeRegistrationEmail,
  type RegistrationEmailContent,
  type RegistrationText,
} from './compose-registration-email.ts';
import { type Guest, type RegistrationEmailKind, registrationEmailRules } from './registration-email-rules.server.ts';
import { registrationTexts } from './registration-texts.ts';

type Context = Pick<AppContext, 'db' | 'config' | 'clock'>;

export function registrationEmails(context: Context): EmailGroup {
  const names = Object.keys(registrationEmailRules) as RegistrationEmailKind[];
  return Object.fromEntries(names.map((kind) => [kind, emailKind(context, kind)]));
}

function emailKind(context: Context, kind: RegistrationEmailKind): EmailKind {
  const { db } = context;
  return {
    idPrefix: 'guest',
    async isWanted({ registrationId, createdAt }, now) {
      const found = await findGuest(db, registrationId);
      if (!found || found.guest.emailKey === null) return false;
      return registrationEmailRules[kind].isWanted(found) && !isEmailOutdated(kind, { ...found, createdAt, now });
    },
    async write(email) {
      const found = await findGuest(db, email.registrationId);
      if (!found) throw new Error('The guest was erased');
      return written(context, { kind, email, ...found });
    },
  };
}

type Late = Guest & { createdAt: string; now: Date };

/** True when its link no longer works, or its news is no longer needed. */
function isEmailOutdated(kind: RegistrationEmailKind, { event, createdAt, now }: Late): boolean {
  if (kind === 'registration-message') return false;
  if (kind === 'registration-reminder') return event.startsAt <= now.toISOString();
  const isLate = kind === 'registration-confirm' && now.getTime() - Date.parse(createdAt) >= confirmableMs;
  return isLate || isEventPast(event, now.toISOString());
}

async function findGuest(db: Db, registrationId: number | null): Promise<Guest | undefined> {
  const guest = await db.selectFrom('registrations').selectAll().where('id', '=', registrationId).executeTakeFirst();
  if (!guest) return undefined;
  const event = await db.selectFrom('events').selectAll().where('id', '=', guest.eventId).executeTakeFirst();
  return event && { guest, event };
}

type Content = Pick<RegistrationEmailContent, 'was'> & {
  sequence?: number;
  subject?: string;
  text?: string;
  hadPlace?: boolean;
};

type Write = Guest & { kind: RegistrationEmailKind; email: Email };

async function written(context: Context, { kind, email, guest, event }: Write): Promise<WrittenEmail> {
  const { db, config, clock } = context;
  const { siteUrl } = config;
  const { guestsKeptDays } = await getSettings(db, config);
  const { subject = '', text = '', was, ...content } = JSON.parse(email.content) as Content;
  const free = await countPlacesLeft(db, event);
  const about: RegistrationEmailContent = {
    event: { ...event, title: bidiClosed(event.title) },
    places: guest.places,
    most: mostPlacesPerPerson(event),
    ahead: guest.state === 'waiting' ? await countPeopleAhead(db, guest) : null,
    isPromoting: promotesFromWaitingList(event, clock.now()),
    isFull: guest.state === 'pending' && free < guest.places,
    message: { subject, text },
    was,
    link: `${siteUrl}/signup?token=${await registrationToken(db, guest)}`,
    eventLink: `${siteUrl}/events/${event.id}`,
    doNotWrite: await doNotWriteLink(db, siteUrl, guest.email ?? ''),
    keptDays: guestsKeptDays,
    site: await readMailSite(db, config),
  };
  const body: RegistrationText = registrationTexts[kind](about);
  const calendar = await calendarFor(context, { kind, email, guest, event, ...content });
  const code = `${siteUrl}/admin/events/${event.id}/guests?guest=${guest.id}`;
  return {
    to: guest.email ?? '',
    headers: answerableHeaders(config),
    ...composeRegistrationEmail(body, about),
    ...(calendar && { calendar }),
    ...(body.hasCode && { pictures: [{ name: codePicture, bytes: qrCodePng(code) }] }),
  };
}

/** A guest without a place has no calendar entry, unless this mail removes it. */
async function calendarFor(
  context: Context,
  { kind, email, guest, event, sequence, hadPlace = true }: Write & Content,
): Promise<MailCalendar | null> {
  const { calendar: change } = registrationEmailRules[kind];
  const isTheirs = guest.state === 'waiting' ? kind === 'registration-moved' : hadPlace;
  if (change === null || sequence === undefined || !isTheirs) return null;
  const method = change === 'request' ? 'REQUEST' : 'CANCEL';
  const { mailFrom: organizer } = context.config;
  const content = invitationIcs(event, await readCalendarSite(context), {
    method,
    sequence,
    organizer,
    guest: guest.email ?? '',
    at: new Date(email.createdAt),
  });
  return { method, content };
}
