/** The words of the emails to guests. */
import type { SocietyEvent } from '#features/events/event.schema.ts';
import { eventTimeText } from '#shared/dates.ts';
import { mailEventHtml } from '#shared/mail/mail-blocks.ts';
import {
  composeNoticeMail,
  type MailLink,
  type MailSite,
  mailParagraphHtml,
  type NoticeMail,
  shortTitle,
} from '#shared/mail/mail-layout.ts';
import { pluralise } from '#shared/text.ts';

/** Nothing that the form's sender typed: mails also go to addresses that no one has confirmed. */
export type RegistrationEmailContent = {
  event: Pick<SocietyEvent, 'title' | 'eventDate' | 'endDate' | 'isAllDay' | 'location'> &
    Pick<SocietyEvent, 'address' | 'onlineUrl' | 'cancellationNote'>;
  places: number;
  /** How many one person can have. */
  most: number;
  /** How many people on the waiting list are ahead; null for a guest with a place. */
  ahead: number | null;
  /** Free places go to the waiting list automatically. */
  isPromoting: boolean;
  /** True when confirming leads to the waiting list. */
  isFull: boolean;
  /** Written by the organisers. */
  message: { subject: string; text: string };
  /** Before the change that the email tells of; `zone`: the new time zone, if the change was another one. */
  was?: { time: string; location: string; zone?: string } | undefined;
  /** The guest's own page, and the event's. */
  link: string;
  eventLink: string;
  doNotWrite: MailLink;
  /** Days after the event for which personal data is kept. */
  keptDays: number;
  site: MailSite;
};

/** `quiet`: for those who cannot come. */
export type RegistrationText = Pick<NoticeMail, 'subject' | 'paragraphs' | 'afterwards' | 'quiet'> & {
  action?: MailLink;
  /** To an address that no one has confirmed. */
  isFirst?: boolean;
  /** Says when and where. */
  hasDetails?: boolean;
  /** Shows the code for check-in. */
  hasCode?: boolean;
};

export const codePicture = 'guest';

export function composeRegistrationEmail(text: RegistrationText, content: RegistrationEmailContent) {
  const { action = null, isFirst, hasDetails, hasCode, ...words } = text;
  const { title, eventDate } = content.event;
  const [when, where, ...online] = facts(content);
  const card = mailEventHtml({ eventDate, title, link: content.eventLink, lines: [when, where, ...online] });
  const code = `<p style="margin:0 0 16px;"><img src="cid:${codePicture}" width="180" height="180" alt="Your code for the door"></p>`;
  const mail = composeNoticeMail({
    ...content.site,
    ...words,
    action,
    ...(hasDetails && {
      details: [`When: ${when}`, `Where: ${where}`, ...online],
      block: `<div style="margin:24px 0;">${card}</div>`,
    }),
    ...(hasCode && { picture: `${mailParagraphHtml(codeSentence)}\n${code}` }),
    reason: reasonOf(content),
    reasonLinks: [isFirst ? content.doNotWrite : { label: 'Your sign-up', link: content.link }],
  });
  return { ...mail, subject: mail.subject.replace(title, () => shortTitle(title)) };
}

const codeSentence = 'At the door, please show this code or say your name.';

/** 'Dec 1, 2026 at 6:00 PM', the place, and where it is online. */
function facts({ event }: RegistrationEmailContent): [when: string, where: string, ...online: string[]] {
  const place = [event.location, event.address].filter(Boolean).join(', ');
  return [eventTimeText(event), place, ...(event.onlineUrl ? [`Join online: ${event.onlineUrl}`] : [])];
}

function reasonOf({ site: { societyName }, keptDays }: RegistrationEmailContent): string {
  const kept = `We erase your name, your address and any answers ${pluralise(keptDays, 'day')} after the event.`;
  return `You get this because this address was entered in the sign-up for an event of ${societyName}. ${kept}`;
}
