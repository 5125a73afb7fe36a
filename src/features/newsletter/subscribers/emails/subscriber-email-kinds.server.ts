/** Writes the emails to subscribers when they are sent, and checks who still wants them. */
import { createNewsletterLinks, leavingHeaders } from '#features/newsletter/content/newsletter-links.server.ts';
import { readMailSite } from '#features/settings/published-privacy-page.server.ts';
import { getSettings } from '#features/settings/settings.server.ts';
import type { AppContext } from '#platform/context.ts';
import type { Db } from '#platform/db/db.ts';
import { doNotWriteLink } from '#platform/mail/first-mails.ts';
import { answerableHeaders } from '#platform/mail/mailer-contract.ts';
import type { EmailGroup, EmailKind, WrittenEmail } from '#platform/mail/queue/mail-contract.ts';
import { longDate } from '#shared/dates.ts';
import { addConfirmation } from '../confirmations.server.ts';
import { wishSentences } from '../subscriber.ts';
import { composeSubscriberEmail } from './compose-subscriber-email.ts';
import { type SubscriberEmailKind, subscriberEmailKinds } from './subscriber-emails.server.ts';
import { readWelcomeContent } from './welcoming.server.ts';

const noWelcome = { paragraphs: [], links: [] };

type Context = Pick<AppContext, 'db' | 'config'>;

export function subscriberEmails(context: Context): EmailGroup {
  return Object.fromEntries(subscriberEmailKinds.map((kind) => [kind, emailKind(context, kind)]));
}

function emailKind({ db, config }: Context, kind: SubscriberEmailKind): EmailKind {
  return {
    idPrefix: 'letter',
    async isWanted({ subscriberId, createdAt }) {
      const subscriber = await findSubscriber(db, subscriberId);
      return subscriber !== undefined && isWantedBy(subscriber, kind, createdAt);
    },
    async write({ subscriberId }, now): Promise<WrittenEmail> {
      const { id, email, wish, confirmedAt, createdAt } = await getSubscriber(db, subscriberId);
      const { siteUrl } = config;
      const { timeZone } = await getSettings(db, config);
      const links = await createNewsletterLinks(db, siteUrl);
      const token = kind === 'confirm' ? await addConfirmation(db, id, now) : null;
      const { unsubscribe: unsubscribeLink, choices: choicesLink, undo, oneClick } = links.ownLinks(email);
      const link = kind === 'unsubscribed-notice' ? undo : token ? links.verify(token) : unsubscribeLink;
      const welcome = kind === 'welcome' ? await readWelcomeContent({ db, config }, now) : noWelcome;
      const since = longDate(confirmedAt ?? createdAt, timeZone);
      const site = await readMailSite(db, config);
      const doNotWrite = await doNotWriteLink(db, siteUrl, email);
      const gets = wishSentences[wish];
      const content = { site, link, gets, unsubscribeLink, choicesLink, doNotWrite, since, welcome };
      const leaving = kind === 'welcome' ? leavingHeaders(oneClick) : {};
      return {
        to: email,
        headers: { ...answerableHeaders(config), ...leaving },
        ...composeSubscriberEmail(kind, content),
      };
    },
  };
}

type Subscriber = NonNullable<Awaited<ReturnType<typeof findSubscriber>>>;
type Recipient = Pick<Subscriber, 'state' | 'unsubscribedAt' | 'suppressedAt'>;

/** They may have unsubscribed, confirmed or resubscribed since it was queued. */
function isWantedBy({ state, unsubscribedAt, suppressedAt }: Recipient, kind: string, createdAt: string): boolean {
  if (kind === 'already-subscribed' || kind === 'welcome') return state === 'confirmed';
  if (kind === 'unsubscribed-notice') return state === 'unsubscribed';
  // True if it was requested after they last unsubscribed, or were suppressed.
  if (state === 'suppressed') return createdAt >= (suppressedAt ?? '');
  return state === 'pending' || (state === 'unsubscribed' && createdAt >= (unsubscribedAt ?? ''));
}

async function findSubscriber(db: Db, id: number | null) {
  return db
    .selectFrom('subscribers')
    .select(['id', 'email', 'state', 'wish', 'unsubscribedAt', 'suppressedAt', 'confirmedAt', 'createdAt'])
    .where('id', '=', id)
    .executeTakeFirst();
}

async function getSubscriber(db: Db, id: number | null): Promise<Subscriber> {
  const subscriber = await findSubscriber(db, id);
  if (!subscriber) throw new Error('The subscriber was erased');
  return subscriber;
}
