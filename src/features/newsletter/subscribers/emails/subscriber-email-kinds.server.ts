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
import type { SubscriberRow } from '../subscribers.server.ts';
import { composeSubscriberEmail, type SubscriberEmailKind, subscriberEmailKinds } from './compose-subscriber-email.ts';
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
      const subscriber = await subscriberQuery(db, subscriberId).executeTakeFirst();
      return subscriber !== undefined && isWantedBy(subscriber, kind, createdAt);
    },
    async write({ subscriberId, content }, now): Promise<WrittenEmail> {
      // It throws when they were erased.
      const subscriber = await subscriberQuery(db, subscriberId).executeTakeFirstOrThrow();
      const { id, email, wish, confirmedAt, createdAt } = subscriber;
      const { isByForm } = JSON.parse(content) as { isByForm?: boolean };
      const { timeZone } = await getSettings(db, config);
      const links = await createNewsletterLinks(db, config.siteUrl);
      const { unsubscribe, choices, undo, oneClick } = links.ownLinks(email);
      const leaving = kind === 'welcome' ? leavingHeaders(oneClick) : {};
      return {
        to: email,
        headers: { ...answerableHeaders(config), ...leaving },
        ...composeSubscriberEmail(kind, {
          link: kind === 'confirm' ? links.verify(await addConfirmation(db, id, now)) : undo,
          unsubscribeLink: unsubscribe,
          choicesLink: choices,
          isByForm,
          gets: wishSentences[wish],
          doNotWrite: await doNotWriteLink(db, config.siteUrl, email),
          since: longDate(confirmedAt ?? createdAt, timeZone),
          welcome: kind === 'welcome' ? await readWelcomeContent({ db, config }, now) : noWelcome,
          site: await readMailSite(db, config),
        }),
      };
    },
  };
}

type Recipient = Pick<SubscriberRow, 'state' | 'unsubscribedAt' | 'suppressedAt'>;

/** They may have unsubscribed, confirmed or resubscribed since it was queued. */
function isWantedBy({ state, unsubscribedAt, suppressedAt }: Recipient, kind: string, createdAt: string): boolean {
  if (kind === 'already-subscribed' || kind === 'welcome') return state === 'confirmed';
  if (kind === 'unsubscribed-notice') return state === 'unsubscribed';
  // True if it was requested after they last unsubscribed, or were suppressed.
  if (state === 'suppressed') return createdAt >= (suppressedAt ?? '');
  return state === 'pending' || (state === 'unsubscribed' && createdAt >= (unsubscribedAt ?? ''));
}

function subscriberQuery(db: Db, id: number | null) {
  return db
    .selectFrom('subscribers')
    .select(['id', 'email', 'state', 'wish', 'unsubscribedAt', 'suppressedAt', 'confirmedAt', 'createdAt'])
    .where('id', '=', id);
}
