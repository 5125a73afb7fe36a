/** Newsletters as mails of the queue: claimed in batches per issue; each subscriber is checked again at the last moment. */
import { issueDraftMessages, withOnlyThings } from '#features/newsletter/content/digests/digest.ts';
import { getIssue } from '#features/newsletter/content/issue-texts.server.ts';
import { createNewsletterLinks, leavingHeaders } from '#features/newsletter/content/newsletter-links.server.ts';
import { ownPlaceholders, placeholderValues, withoutPageLink } from '#features/newsletter/content/newsletter-mail.ts';
import { getSettings } from '#features/settings/settings.server.ts';
import { senderOf } from '#platform/config/environment.ts';
import type { AppContext } from '#platform/context.ts';
import { type Db, transact } from '#platform/db/db.ts';
import { prepareBulk } from '#platform/mail/bulk-mail.ts';
import { answerableHeaders } from '#platform/mail/mailer-contract.ts';
import type { Claimed, EmailRules, MailSource } from '#platform/mail/queue/mail-contract.ts';
import { idDomainOf, idsOf, recordOutcome } from '#platform/mail/queue/mail-rows.ts';
import { longDate } from '#shared/dates.ts';
import { retryPausedIssueNow } from '../mail-server/mail-server-pauses.server.ts';
import { assignThingsToMails } from '../queue/already-sent.server.ts';
import { whyNoLongerInAudience } from '../queue/audience.server.ts';
import { type ClaimedDelivery, claimDueDeliveries, isAnyDeliveryDue } from '../queue/due-deliveries.server.ts';
import { isWithinSendingHours } from './sending-pace.server.ts';

type Context = Pick<AppContext, 'db' | 'config' | 'clock'>;

/**
 * Skips everyone who has unsubscribed since the issue was queued, and all mails of an article that is a draft or in the bin: mails
 * taken over from a dead worker may be queued after that.
 */
export function createNewsletterSource(context: Context, rules: EmailRules): MailSource {
  const { db, config, clock } = context;
  const prepare = createPreparing(context);

  async function claim({ owner, now, limit }: Parameters<MailSource['claim']>[0]): Promise<Claimed[]> {
    if (!(await isAnyDeliveryDue(db, now))) return [];
    const { timeZone } = await getSettings(db, config);
    if (!isWithinSendingHours(config.newsletter.window, timeZone, now)) return [];
    const links = await createNewsletterLinks(db, config.siteUrl);
    const addressees = await transact(db, async (trx) =>
      readAddressees(trx, await claimDueDeliveries(trx, { owner, now, limit }), { owner, now, timeZone }),
    );
    const mails: Claimed[] = [];
    for (const { row, email: to, since, issueId, updatedAt, things } of addressees) {
      const messageId = row.messageId ?? '';
      const { make } = await prepare(issueId, updatedAt, things);
      const write = async () => {
        const own = links.ownLinks(to);
        const page = `${config.siteUrl}/newsletters/${issueId}`;
        const words = placeholderValues({ ...own, page, since: longDate(since, timeZone) });
        const headers = leavingHeaders(own.oneClick);
        return { to, messageId, prepared: async () => (await make)({ to, messageId, words, headers }, clock.now()) };
      };
      mails.push({ ...row, messageId, write });
    }
    return mails;
  }

  return { kinds: ['newsletter'], rules, claim, findUnwanted: (mails) => findUnwanted(db, mails) };
}

type Prepared = { updatedAt: string; make: ReturnType<typeof prepareBulk> };

/** Returns a function that encodes an issue once for all its subscribers; `things`: the part of a digest that this one gets. */
function createPreparing({ db, config }: Context) {
  const headers = headersForAll(config);
  const prepared = new Map<string, Prepared>();
  return async function prepare(issueId: number, updatedAt: string, things: string[] | null): Promise<Prepared> {
    const key = `${issueId} ${things?.join(' ') ?? ''}`;
    const last = prepared.get(key);
    if (last?.updatedAt === updatedAt) return last;
    const issue = await getIssue(db, issueId);
    const own = (words: string) => (things === null ? words : withOnlyThings(words, things));
    const { html, text } = issue.isArchived ? issue : withoutPageLink(issue);
    const from = senderOf(config.mailFrom, (await getSettings(db, config)).societyName);
    const { dkim } = config.newsletter;
    const body = { subject: issue.subject, html: own(html), text: own(text), placeholders: ownPlaceholders };
    const known = { updatedAt: issue.updatedAt, make: prepareBulk({ ...body, from, headers, dkim }) };
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
      .select(['mails.id', 'issues.id as issueId', 'mails.articleId', 'mails.subscriberId'])
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

/** With those of RFC 2369 and RFC 2919. */
function headersForAll(config: Context['config']): Record<string, string> {
  const { siteUrl } = config;
  const list = { 'List-Id': `<newsletter.${idDomainOf(siteUrl)}>`, 'List-Archive': `<${siteUrl}/newsletters>` };
  return { ...answerableHeaders(config), ...list, Precedence: 'bulk' };
}

type Read = Awaited<ReturnType<typeof readMails>>[number];
type At = { owner: string; now: Date; timeZone: string };

/** The claimed mails that are sent; skips the others. */
async function readAddressees(trx: Db, claimed: ClaimedDelivery[], { owner, now, timeZone }: At) {
  if (claimed.length === 0) return [];
  const mails = await readMails(trx, idsOf(claimed));
  const isDigest = (mail: Read) => mail.kind === 'digest' && whyNoLongerInAudience(mail) === null;
  const digests = await assignThingsToMails(trx, mails.filter(isDigest), { now, timeZone });
  const addressees: (Read & { row: ClaimedDelivery; things: string[] | null })[] = [];
  for (const row of claimed) {
    const mail = mails.find(({ id }) => id === row.id);
    if (!mail) continue;
    const things = digests.get(row.id);
    const answer = whyNoLongerInAudience(mail) ?? (things === null ? issueDraftMessages.nothingNew : null);
    if (answer === null) {
      addressees.push({ ...mail, row, things: things ?? null });
      continue;
    }
    await recordOutcome(trx, { id: row.id, owner, now, outcome: { state: 'skipped', code: null, answer } });
    if (row.isTrial) await retryPausedIssueNow(trx, mail.issueId, now);
  }
  return addressees;
}
