/** Newsletters as mails of the queue: claimed in batches per issue; each subscriber is checked again at the last moment. */
import { issueDraftMessages, withOnlyThings } from '#features/newsletter/content/digests/digest.ts';
import { createNewsletterLinks, type NewsletterLinks } from '#features/newsletter/content/newsletter-links.server.ts';
import {
  ownPlaceholders,
  personalise,
  placeholderValues,
  withoutPageLink,
} from '#features/newsletter/content/newsletter-mail.ts';
import { listIdOf } from '#features/newsletter/delivery/queue/message-and-list-ids.server.ts';
import { getSettings } from '#features/settings/settings.server.ts';
import type { Clock } from '#platform/clock.ts';
import type { Config } from '#platform/config/config.ts';
import { senderOf } from '#platform/config/environment.ts';
import { type Db, transact } from '#platform/db/db.ts';
import { prepareBulk } from '#platform/mail/bulk-mail.ts';
import { automaticHeaders, type Mail } from '#platform/mail/mailer-contract.ts';
import type { Claimed, EmailRules, MailSource } from '#platform/mail/queue/mail-contract.ts';
import { idsOf, type Lease, recordOutcome } from '#platform/mail/queue/mail-rows.ts';
import { longDate } from '#shared/dates.ts';
import { retryPausedIssueNow } from '../mail-server/mail-server-pauses.server.ts';
import { assignThingsToMails } from '../queue/already-sent.server.ts';
import { whyNoLongerInAudience } from '../queue/audience.server.ts';
import { type ClaimedDelivery, claimDueDeliveries, isAnyDeliveryDue } from '../queue/due-deliveries.server.ts';
import { isWithinSendingHours } from './sending-pace.server.ts';

type Context = Pick<Config, 'siteUrl' | 'timeZone' | 'mailFrom' | 'mailReplyTo' | 'newsletter'>;
type Issue = { id: number; updatedAt: string; subject: string; html: string; text: string };
type Prepared = { issue: Issue; make: ReturnType<typeof prepareBulk> };

/**
 * Skips everyone who has unsubscribed since the issue was queued, and all mails of an article that is a draft or in the bin: mails
 * taken over from a dead worker may be queued after that.
 */
export function createNewsletterSource(
  { db, config, clock }: { db: Db; config: Context; clock: Clock },
  rules: EmailRules,
): MailSource {
  const prepare = createPreparing(db, config);

  async function claim({ owner, now, limit }: Parameters<MailSource['claim']>[0]): Promise<Claimed[]> {
    if (!(await areDeliveriesDue(db, config, now))) return [];
    const { timeZone } = await getSettings(db, config);
    const links = await createNewsletterLinks(db, config.siteUrl);
    const headers = headersForAll(config);
    const addressees = await transact(db, async (trx) =>
      readAddressees(trx, await claimDueDeliveries(trx, { owner, now, limit }), { owner, now, timeZone }),
    );
    const mails: Claimed[] = [];
    for (const { row, email, since, updatedAt, things } of addressees) {
      const mail = { ...row, messageId: row.messageId ?? '' };
      const prepared = await prepare({ issueId: row.issueId ?? 0, updatedAt, things, headers });
      const recipient = { email, messageId: mail.messageId, since: longDate(since, timeZone), headers };
      mails.push({ ...mail, write: async () => mailTo(recipient, links, prepared, clock) });
    }
    return mails;
  }

  return { kinds: ['newsletter'], rules, claim, findUnwanted: (mails) => findUnwanted(db, mails) };
}

type Wanted = { issueId: number; updatedAt: string; things: string[] | null; headers: Record<string, string> };

/** Returns a function that encodes an issue once for all its subscribers; `things`: the part of a digest that this one gets. */
function createPreparing(db: Db, config: Context) {
  const { dkim } = config.newsletter;
  const prepared = new Map<string, Prepared>();
  return async function prepare({ issueId, updatedAt, things, headers }: Wanted): Promise<Prepared> {
    const key = `${issueId} ${things?.join(' ') ?? ''}`;
    const last = prepared.get(key);
    if (last?.issue.updatedAt === updatedAt) return last;
    const whole = await db
      .selectFrom('issues')
      .select(['id', 'updatedAt', 'subject', 'html', 'text', 'isArchived'])
      .where('id', '=', issueId)
      .executeTakeFirstOrThrow();
    const own = (words: string) => (things === null ? words : withOnlyThings(words, things));
    const body = whole.isArchived ? whole : withoutPageLink(whole);
    const issue = { ...whole, html: own(body.html), text: own(body.text) };
    const from = senderOf(config.mailFrom, (await getSettings(db, config)).societyName);
    const known = { issue, make: prepareBulk({ ...issue, from, placeholders: ownPlaceholders, headers, dkim }) };
    // Few issues are sent at a time; a dropped one is just prepared again.
    if (prepared.size >= 20) prepared.clear();
    prepared.set(key, known);
    return known;
  };
}

/** Mails whose issue, or recipient, is not to be sent now. A trial is sent although its issue is paused. */
async function findUnwanted(db: Db, mails: Claimed[]): Promise<number[]> {
  const read = await readMails(db, idsOf(mails));
  const found = new Map(read.map((mail) => [mail.id, mail]));
  const unwanted = mails.filter(({ id, isTrial }) => {
    const mail = found.get(id);
    const isGoing =
      mail?.issueState === 'sending' && mail.sendAfter === null && (isTrial || mail.serverPauseSince === null);
    return !isGoing || whyNoLongerInAudience(mail) !== null;
  });
  return idsOf(unwanted);
}

/** What decides whether these mails are sent, and what they contain. */
function readMails(db: Db, ids: number[]) {
  return (
    db
      .selectFrom('mails')
      .innerJoin('issues', 'issues.id', 'mails.issueId')
      .innerJoin('subscribers', 'subscribers.id', 'mails.subscriberId')
      .leftJoin('articles', 'articles.id', 'mails.articleId')
      .select(['mails.id', 'mails.issueId', 'mails.articleId', 'mails.subscriberId'])
      .select([
        'issues.kind',
        'issues.state as issueState',
        'issues.updatedAt',
        'issues.serverPauseSince',
        'issues.sendAfter',
      ])
      .select(['subscribers.email', 'subscribers.state', 'subscribers.wish'])
      .select(({ fn }) => fn.coalesce('subscribers.confirmedAt', 'subscribers.createdAt').as('since'))
      .select(['articles.isPublished', 'articles.deletedAt'])
      // Only by id: otherwise SQLite would scan all confirmed subscribers.
      .where('mails.id', 'in', ids)
      .orderBy('mails.id')
      .execute()
  );
}

async function areDeliveriesDue(db: Db, config: Pick<Context, 'newsletter' | 'timeZone'>, now: Date): Promise<boolean> {
  if (!(await isAnyDeliveryDue(db, now))) return false;
  const { window } = config.newsletter;
  return !window || isWithinSendingHours(window, (await getSettings(db, config)).timeZone, now);
}

/** The headers of RFC 2369, RFC 2919 and one-click unsubscription (RFC 8058). */
function headersForAll({ mailReplyTo, siteUrl }: Context): Record<string, string> {
  const answers = mailReplyTo === undefined ? {} : { 'Reply-To': mailReplyTo };
  const oneClick = { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
  const archive = { 'List-Archive': `<${siteUrl}/newsletters>` };
  return { ...answers, ...automaticHeaders, 'List-Id': listIdOf(siteUrl), ...archive, ...oneClick, Precedence: 'bulk' };
}

type Recipient = { email: string; messageId: string; since: string; headers: Record<string, string> };

function mailTo(recipient: Recipient, links: NewsletterLinks, { issue, make }: Prepared, clock: Clock): Mail {
  const { email, messageId, since, headers } = recipient;
  const { unsubscribe: unsubscribeLink, oneClick, choices: choicesLink } = links.ownLinks(email);
  const own = { unsubscribeLink, choicesLink, pageLink: links.issue(issue.id), since };
  const personal = { 'List-Unsubscribe': `<${oneClick}>` };
  return {
    to: email,
    subject: issue.subject,
    // Only for code that reads the queue: the mail that is sent is prepared below.
    get html() {
      return personalise(issue, own).html;
    },
    get text() {
      return personalise(issue, own).text;
    },
    messageId,
    headers: { ...headers, ...personal },
    prepared: async () =>
      (await make)({ to: email, messageId, words: placeholderValues(own), headers: personal }, clock.now()),
  };
}

type Read = Awaited<ReturnType<typeof readMails>>[number];
type At = { now: Date; timeZone: string };

/** The claimed mails that are sent; skips the others. */
async function readAddressees(trx: Db, claimed: ClaimedDelivery[], { owner, ...at }: At & { owner: string }) {
  if (claimed.length === 0) return [];
  const mails = await readMails(trx, idsOf(claimed));
  const isDigest = (mail: Read) => mail.kind === 'digest' && whyNoLongerInAudience(mail) === null;
  const digests = await assignThingsToMails(trx, mails.filter(isDigest), at);
  const addressees: (Read & { row: ClaimedDelivery; things: string[] | null })[] = [];
  for (const row of claimed) {
    const mail = mails.find(({ id }) => id === row.id);
    if (!mail) continue;
    const things = digests.get(row.id);
    const answer = whyNoLongerInAudience(mail) ?? (things === null ? issueDraftMessages.nothingNew : null);
    if (answer === null) addressees.push({ ...mail, row, things: things ?? null });
    else await skip(trx, row, { owner, now: at.now, answer });
  }
  return addressees;
}

async function skip(
  trx: Db,
  { id, isTrial, issueId }: ClaimedDelivery,
  { answer, ...lease }: Lease & { answer: string },
) {
  await recordOutcome(trx, { id, ...lease, outcome: { state: 'skipped', code: null, answer } });
  if (isTrial && issueId) await retryPausedIssueNow(trx, issueId, lease.now);
}
