/** Writes the emails to guests when they are sent, and checks who still needs them. */

import { calendarInvitation } from '#features/events/calendar/calendar.ts';
import { calendarSite } from '#features/events/calendar/calendars.server.ts';
import { isPast } from '#features/events/event.ts';
import type { EventRow } from '#features/events/events.server.ts';
import { findPrivacyLink } from '#features/settings/privacy-page.server.ts';
import { getSettings } from '#features/settings/settings.server.ts';
import type { AppContext } from '#platform/context.ts';
import type { Db } from '#platform/db/db.ts';
import { qrCode } from '#platform/images/qr-code.ts';
import type { MailCalendar } from '#platform/mail/mailer.ts';
import type { Email, EmailGroup, EmailKind, WrittenEmail } from '#platform/mail/queue/mail-contract.ts';
import { withDirectionsClosed } from '#shared/text.ts';
import { answersOf, confirmableMs, peopleAhead } from '../own-registration.server.ts';
import { isPromoting, placesLeft } from '../places.server.ts';
import { mostOfOne } from '../registration.ts';
import { type RegistrationRow, type Request, registrationToken } from '../registration-links.server.ts';
import {
  codePicture,
  composeRegistrationEmail,
  type RegistrationEmailContent,
  type RegistrationText,
  registrationTexts,
} from './registration-email.ts';
import { type RegistrationEmailKind, registrationEmailKinds } from './registration-emails.server.ts';

type Context = Pick<AppContext, 'db' | 'config' | 'clock'>;
type Guest = { guest: RegistrationRow; event: EventRow };

export function registrationEmails(context: Context): EmailGroup {
  const names = Object.keys(registrationEmailKinds) as RegistrationEmailKind[];
  return Object.fromEntries(names.map((kind) => [kind, emailKind(context, kind)]));
}

function emailKind(context: Context, kind: RegistrationEmailKind): EmailKind {
  const { db } = context;
  return {
    idPrefix: 'guest',
    async isWanted({ registrationId, createdAt }, now) {
      const found = await findGuest(db, registrationId);
      if (!found || found.guest.emailKey === null) return false;
      return isWantedBy[kind](found) && !isOutdated(kind, { ...found, createdAt, now });
    },
    async write(email) {
      const found = await findGuest(db, email.registrationId);
      if (!found) throw new Error('The guest was erased');
      return written(context, { kind, email, ...found });
    },
  };
}

const has = ({ guest, event }: Guest) => guest.state === 'confirmed' && isOn(event);
const waits = ({ guest, event }: Guest) => guest.state === 'waiting' && isOn(event);
const isIn = ({ guest: { state } }: Guest) => state === 'confirmed' || state === 'waiting';

function isOn({ cancelledAt, deletedAt }: EventRow): boolean {
  return cancelledAt === null && deletedAt === null;
}

/** What it says may no longer be so. */
const isWantedBy: Record<RegistrationEmailKind, (found: Guest) => boolean> = {
  'registration-confirm': ({ guest, event }) => guest.state === 'pending' && isOn(event),
  'registration-known': (found) => isIn(found) && isOn(found.event),
  'registration-place': has,
  'registration-waiting': waits,
  'registration-too-many': (found) => waits(found) && found.guest.places > mostOfOne(found.event),
  'registration-promoted': has,
  'registration-changed': has,
  'registration-given-back': (found) => !isIn(found),
  'registration-removed': (found) => !isIn(found),
  'registration-moved': waits,
  'registration-event-cancelled': (found) => isIn(found) && found.event.cancelledAt !== null,
  'registration-event-deleted': (found) => isIn(found) && found.event.deletedAt !== null,
  'registration-event-again': (found) => isIn(found) && isOn(found.event),
  'registration-reminder': has,
  'registration-message': isIn,
};

type Late = Guest & { createdAt: string; now: Date };

/** True when its link no longer works, or its news is no longer needed. */
function isOutdated(kind: RegistrationEmailKind, { event, createdAt, now }: Late): boolean {
  if (kind === 'registration-message') return false;
  if (kind === 'registration-reminder') return event.startsAt <= now.toISOString();
  const isLate = kind === 'registration-confirm' && now.getTime() - Date.parse(createdAt) >= confirmableMs;
  return isLate || isPast(event, now.toISOString());
}

async function findGuest(db: Db, registrationId: number | null): Promise<Guest | undefined> {
  const guest = await db.selectFrom('registrations').selectAll().where('id', '=', registrationId).executeTakeFirst();
  if (!guest) return undefined;
  const event = await db.selectFrom('events').selectAll().where('id', '=', guest.eventId).executeTakeFirst();
  return event && { guest, event };
}

type Content = { sequence?: number; subject?: string; text?: string; hadPlace?: boolean };
type Write = Guest & { kind: RegistrationEmailKind; email: Email };

async function written(context: Context, { kind, email, guest: row, event }: Write): Promise<WrittenEmail> {
  const { db, config, clock } = context;
  const { siteUrl, mailReplyTo } = config;
  const { societyName, contactLine, guestsKeptDays } = await getSettings(db, config);
  const { subject = '', text = '', ...content } = JSON.parse(email.content) as Content;
  const isRequest = kind === 'registration-confirm';
  const guest = isRequest ? { ...row, ...(content as Partial<Request>) } : row;
  const about: RegistrationEmailContent = {
    event: { ...event, title: withDirectionsClosed(event.title) },
    places: guest.places,
    name: guest.name ?? '',
    answers: answersOf(guest).filter(({ answer }) => answer !== ''),
    most: mostOfOne(event),
    ahead: guest.state === 'waiting' ? await peopleAhead(db, guest) : null,
    isPromoting: isPromoting(event, clock.now()),
    isFull: guest.state === 'pending' && (await placesLeft(db, event)) < guest.places,
    message: { subject, text },
    link: `${siteUrl}/signup?token=${await registrationToken(db, row, isRequest ? email.id : undefined)}`,
    eventLink: `${siteUrl}/events/${event.id}`,
    keptDays: guestsKeptDays,
    ...{ siteUrl, societyName, contactLine, privacyLink: await findPrivacyLink(db, config) },
  };
  const body: RegistrationText = registrationTexts[kind](about);
  const calendar = await calendarFor(context, { kind, email, guest, event, ...content });
  const code = `${siteUrl}/admin/events/${event.id}/guests?guest=${guest.id}`;
  return {
    to: guest.email ?? '',
    headers: {
      ...(mailReplyTo !== undefined && { 'Reply-To': mailReplyTo }),
      ...{ 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    },
    ...composeRegistrationEmail(body, about),
    ...(calendar && { calendar }),
    ...(body.hasCode && { pictures: [{ name: codePicture, bytes: qrCode(code) }] }),
  };
}

/** Who has no place has no entry either, unless it is to go. */
async function calendarFor(
  context: Context,
  { kind, email, guest, event, sequence, hadPlace = true }: Write & Content,
): Promise<MailCalendar | null> {
  const change = registrationEmailKinds[kind];
  const isTheirs = guest.state === 'waiting' ? kind === 'registration-moved' : hadPlace;
  if (change === null || sequence === undefined || !isTheirs) return null;
  const method = change === 'request' ? 'REQUEST' : 'CANCEL';
  const { mailFrom: organizer } = context.config;
  const content = calendarInvitation(event, await calendarSite(context), {
    ...{ method, sequence, organizer },
    guest: { name: guest.name ?? '', address: guest.email ?? '' },
    at: new Date(email.createdAt),
  });
  return { method, content };
}
