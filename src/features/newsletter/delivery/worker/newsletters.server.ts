/** Newsletters as mails of the queue: claimed in batches by their issues, the list of subscribers checked again at the last moment. */
import { draftMessages, type IssueContent, withThings } from '#features/newsletter/content/digests/digest.ts';
import { type Links, linksOf } from '#features/newsletter/content/links.server.ts';
import { ownPlaceholders, ownWords, personalise, withoutPage } from '#features/newsletter/content/newsletter-mail.ts';
import type { IssueKind } from '#features/newsletter/issue.ts';
import { getSettings } from '#features/settings/settings.server.ts';
import type { Clock, Timing } from '#platform/clock.ts';
import type { Config } from '#platform/config/config.ts';
import { type Db, transact } from '#platform/db/db.ts';
import { prepareBulk } from '#platform/mail/bulk.ts';
import type { Mail } from '#platform/mail/mailer.ts';
import { queuedAgain } from '#platform/mail/queue/attempts.ts';
import type { Claimed, Email, EmailOutcome, EmailRules, MailSource } from '#platform/mail/queue/mail-contract.ts';
import { finish, type Lease } from '#platform/mail/queue/mail-rows.ts';
import { dayInWords } from '#shared/instants.ts';
import { probeIssueSoon } from '../mail-server/mail-server-pauses.server.ts';
import { digestAlone, whyNotServed } from '../queue/audience.server.ts';
import { type ClaimedDelivery, claimDue, isAnyDue } from '../queue/delivery-queue.server.ts';
import { fillDigest, isPastDigests, type Reader } from '../queue/had-already.server.ts';
import { createIssueStatus, unpublishedReason } from '../queue/issue-status.server.ts';
import { isWithinWindow } from './rate-limiter.server.ts';

type Context = Pick<Config, 'siteUrl' | 'timeZone' | 'mailFrom' | 'mailReplyTo' | 'newsletter'>;
type Issue = { id: number; updatedAt: string; subject: string; html: string; text: string };
type Prepared = { issue: Issue; headers: Record<string, string>; make: ReturnType<typeof prepareBulk> };

/**
 * Anyone who has left since the issue was queued is skipped,
 * and so is everyone when the article is a draft or lies in the bin: a mail taken over from a dead worker may be queued after that.
 */
export function newsletterSource(
  { db, config, clock, timing }: { db: Db; config: Context; clock: Clock; timing: Pick<Timing, 'elapsed'> },
  rules: EmailRules,
): MailSource {
  const prepare = createPreparing(db, config);
  const statusOf = createIssueStatus(db, timing);

  async function whyNotNow({ issueId, isProbe }: ClaimedDelivery): Promise<EmailOutcome | null> {
    const status = await statusOf(issueId ?? 0, isProbe);
    if (typeof status === 'object') return { state: 'skipped', code: null, answer: status.unpublished };
    return status === 'waiting' ? queuedAgain(clock.now()) : null;
  }

  async function claim({ owner, now, limit }: Parameters<MailSource['claim']>[0]): Promise<Claimed[]> {
    if (limit <= 0 || !(await areDeliveriesDue(db, config, now))) return [];
    const { timeZone } = await getSettings(db, config);
    const links = await linksOf(db, config.siteUrl);
    const claimed = await transact(db, async (trx) =>
      readAddressees(trx, await claimDue(trx, { owner, now, limit }), { owner, now, timeZone }),
    );
    const mails: Claimed[] = [];
    for (const { row, email, subscribedAt, updatedAt, things } of claimed) {
      const messageId = row.messageId ?? '';
      const reader = { email, messageId, since: dayInWords(subscribedAt, timeZone) };
      const issue = await prepare(row.issueId ?? 0, updatedAt, things);
      const mail = { ...row, messageId };
      mails.push({ ...mail, write: async () => (await whyNotNow(mail)) ?? mailTo(reader, links, issue, clock) });
    }
    return mails;
  }

  return { kinds: ['newsletter'], rules, claim, findWanted: (mails) => findStillWanted(db, mails) };
}

/** Answers what encodes an issue once for all of its readers; `things`: of a digest what is left for this one. */
function createPreparing(db: Db, config: Context) {
  const prepared = new Map<string, Prepared>();
  return async function prepare(issueId: number, updatedAt: string, things: string[] | null): Promise<Prepared> {
    const key = `${issueId} ${things?.join(' ') ?? ''}`;
    const last = prepared.get(key);
    if (last?.issue.updatedAt === updatedAt) return last;
    const whole = await db
      .selectFrom('issues')
      .select(['id', 'updatedAt', 'subject', 'html', 'text', 'isArchived'])
      .where('id', '=', issueId)
      .executeTakeFirstOrThrow();
    const own = (words: string) => (things === null ? words : withThings(words, things));
    const body = whole.isArchived ? whole : withoutPage(whole);
    const issue = { ...whole, html: own(body.html), text: own(body.text) };
    const headers = headersForAll((await linksOf(db, config.siteUrl)).listId, config);
    const { mailFrom: from, newsletter } = config;
    const make = prepareBulk({ ...issue, from, placeholders: ownPlaceholders, headers, dkim: newsletter.dkim });
    // Few issues are sent at the same time; an old one costs only being prepared again.
    if (prepared.size >= 20) prepared.clear();
    const known = { issue, headers, make };
    prepared.set(key, known);
    return known;
  };
}

/** Those whose issue still goes out, and to them. */
async function findStillWanted(db: Db, mails: Email[]): Promise<Set<number>> {
  const ids = mails.map(({ id }) => id);
  const found = await db
    .selectFrom('mails')
    .innerJoin('issues', 'issues.id', 'mails.issueId')
    .innerJoin('subscribers', 'subscribers.id', 'mails.subscriberId')
    .select(['mails.id', 'issues.state as issue', 'issues.heldSince', 'issues.sendAfter'])
    .select(['mails.articleId', 'subscribers.state', 'subscribers.wish'])
    // By nothing else: SQLite would go through all who are confirmed.
    .where('mails.id', 'in', ids)
    .execute();
  const wanted = found.filter(
    // A wish for digests alone was looked at when it was claimed.
    ({ issue, heldSince, sendAfter, ...reader }) =>
      issue === 'sending' &&
      heldSince === null &&
      sendAfter === null &&
      [null, digestAlone].includes(whyNotServed(reader)),
  );
  return new Set(wanted.map(({ id }) => id));
}

export async function areDeliveriesDue(
  db: Db,
  config: Pick<Context, 'newsletter' | 'timeZone'>,
  now: Date,
): Promise<boolean> {
  if (!(await isAnyDue(db, now))) return false;
  const { window } = config.newsletter;
  return !window || isWithinWindow(window, (await getSettings(db, config)).timeZone, now);
}

/** The headers are those of RFC 2369, RFC 2919 and the one-click unsubscription of RFC 8058. */
function headersForAll(listId: string, { mailReplyTo, siteUrl }: Context): Record<string, string> {
  const answers = mailReplyTo === undefined ? {} : { 'Reply-To': mailReplyTo };
  const oneClick = { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
  const archive = { 'List-Archive': `<${siteUrl}/newsletters>` };
  return { ...answers, 'List-Id': listId, ...archive, ...oneClick, Precedence: 'bulk' };
}

function mailTo(
  { email, messageId, since }: { email: string; messageId: string; since: string },
  links: Links,
  { issue, headers, make }: Prepared,
  clock: Clock,
): Mail {
  const { unsubscribe: unsubscribeLink, oneClick, choices: choicesLink } = links.ownLinks(email);
  const own = { unsubscribeLink, choicesLink, pageLink: links.issue(issue.id), since };
  const personal = { 'List-Unsubscribe': `<${oneClick}>` };
  return {
    to: email,
    subject: issue.subject,
    // What is sent is prepared below: these are for who wants to read it.
    get html() {
      return personalise(issue, own).html;
    },
    get text() {
      return personalise(issue, own).text;
    },
    messageId,
    headers: { ...headers, ...personal },
    prepared: async () => (await make)({ to: email, messageId, words: ownWords(own), headers: personal }, clock.now()),
  };
}

type Addressee = {
  row: ClaimedDelivery;
  email: string;
  subscribedAt: string;
  updatedAt: string;
  things: string[] | null;
};

async function readAddressees(
  trx: Db,
  claimed: ClaimedDelivery[],
  { owner, now, timeZone }: Lease & { timeZone: string },
): Promise<Addressee[]> {
  if (claimed.length === 0) return [];
  const ids = claimed.map(({ id }) => id);
  const rows = await trx
    .selectFrom('mails')
    .innerJoin('subscribers', 'subscribers.id', 'mails.subscriberId')
    .innerJoin('issues', 'issues.id', 'mails.issueId')
    .leftJoin('articles', 'articles.id', 'mails.articleId')
    .select(['mails.id', 'subscribers.email', 'subscribers.state', 'subscribers.wish', 'issues.updatedAt'])
    .select(['issues.kind', 'mails.issueId', 'mails.subscriberId'])
    .select(['mails.articleId', 'articles.isPublished', 'articles.deletedAt'])
    .select(['subscribers.confirmedAt', 'subscribers.createdAt'])
    .where('mails.id', 'in', ids)
    .execute();
  const details = new Map(rows.map((row) => [row.id, row]));
  const skip = async (row: ClaimedDelivery, answer: string) => {
    await finish(trx, { id: row.id, owner, now, outcome: { state: 'skipped', code: null, answer } });
    if (row.isProbe && row.issueId !== null) await probeIssueSoon(trx, row.issueId, now);
  };
  const wanted: ClaimedDelivery[] = [];
  // Before the digests are filled: what does not go out by itself comes in them.
  for (const row of claimed) {
    const detail = details.get(row.id);
    const why = detail ? (unpublishedReason(detail) ?? whyNotServed(detail)) : 'No longer subscribed';
    if (why === null || (detail && why === digestAlone && (await isLeftByDigests(trx, detail, ids)))) wanted.push(row);
    else await skip(row, why);
  }
  const rowsWanted = wanted.flatMap(({ id }) => details.get(id) ?? []);
  const filled = await fillDigests(trx, rowsWanted, { timeZone, now });
  const addressees: Addressee[] = [];
  for (const row of wanted) {
    const detail = details.get(row.id);
    const { things = null, hasNote = false } = filled.get(row.id) ?? {};
    if (detail && (things?.length !== 0 || hasNote)) {
      const { email, updatedAt } = detail;
      addressees.push({ row, email, subscribedAt: detail.confirmedAt ?? detail.createdAt, updatedAt, things });
    } else await skip(row, draftMessages.nothingNew);
  }
  return addressees;
}

/** An article that waited for a reader who wants digests alone since. */
async function isLeftByDigests(
  trx: Db,
  { articleId, subscriberId }: { articleId: number | null; subscriberId: number | null },
  claimed: number[],
): Promise<boolean> {
  return (
    articleId !== null && subscriberId !== null && (await isPastDigests(trx, { articleId, subscriberId, claimed }))
  );
}

type Row = Pick<Email, 'id' | 'issueId' | 'subscriberId'> & {
  kind: IssueKind;
  state: string;
  wish: Reader['wish'];
  confirmedAt: string | null;
  createdAt: string;
};

/** By mail, of those that are a digest's: what is left for its reader. A note goes also to who has had all the rest. */
async function fillDigests(trx: Db, rows: Row[], at: { timeZone: string; now: Date }) {
  const filled = new Map<number, { things: string[]; hasNote: boolean }>();
  const digests = rows.filter(({ kind, state }) => kind === 'digest' && state === 'confirmed');
  for (const issueId of new Set(digests.map((row) => row.issueId ?? 0))) {
    const issue = trx.selectFrom('issues').select('content').where('id', '=', issueId);
    const content = JSON.parse((await issue.executeTakeFirstOrThrow()).content) as IssueContent;
    const readers = digests
      .filter((row) => row.issueId === issueId)
      .map(({ id, subscriberId, wish, confirmedAt, createdAt }) => {
        return { mailId: id, subscriberId: subscriberId ?? 0, wish, since: confirmedAt ?? createdAt };
      });
    for (const [id, things] of await fillDigest(trx, { issueId, content, ...at }, readers))
      filled.set(id, { things, hasNote: content.note !== '' });
  }
  return filled;
}
