/** Newsletters as mails of the queue: claimed in batches by their issues, the list of subscribers checked again at the last moment. */
import { draftMessages, type IssueContent, withThings } from '#features/newsletter/content/digests/digest.ts';
import { type Links, linksOf } from '#features/newsletter/content/links.server.ts';
import { ownPlaceholders, ownWords, personalise, withoutPage } from '#features/newsletter/content/newsletter-mail.ts';
import { getSettings } from '#features/settings/settings.server.ts';
import type { Clock } from '#platform/clock.ts';
import type { Config } from '#platform/config/config.ts';
import { type Db, transact } from '#platform/db/db.ts';
import { prepareBulk } from '#platform/mail/bulk-mail.ts';
import type { Mail } from '#platform/mail/mailer.ts';
import type { Claimed, EmailRules, MailSource } from '#platform/mail/queue/mail-contract.ts';
import { finish, type Lease } from '#platform/mail/queue/mail-rows.ts';
import { dayInWords } from '#shared/instants.ts';
import { probeIssueSoon } from '../mail-server/mail-server-pauses.server.ts';
import { fillDigest } from '../queue/already-sent.server.ts';
import { whyNotServed } from '../queue/audience.server.ts';
import { type ClaimedDelivery, claimDue, isAnyDue } from '../queue/delivery-queue.server.ts';
import { isWithinWindow } from './rate-limiter.server.ts';

type Context = Pick<Config, 'siteUrl' | 'timeZone' | 'mailFrom' | 'mailReplyTo' | 'newsletter'>;
type Issue = { id: number; updatedAt: string; subject: string; html: string; text: string };
type Prepared = { issue: Issue; headers: Record<string, string>; make: ReturnType<typeof prepareBulk> };

/**
 * Anyone who has left since the issue was queued is skipped,
 * and so is everyone when the article is a draft or in the bin: a mail taken over from a dead worker may be queued after that.
 */
export function newsletterSource(
  { db, config, clock }: { db: Db; config: Context; clock: Clock },
  rules: EmailRules,
): MailSource {
  const prepare = createPreparing(db, config);

  async function claim({ owner, now, limit }: Parameters<MailSource['claim']>[0]): Promise<Claimed[]> {
    if (limit <= 0 || !(await areDeliveriesDue(db, config, now))) return [];
    const { timeZone } = await getSettings(db, config);
    const links = await linksOf(db, config.siteUrl);
    const addressees = await transact(db, async (trx) =>
      readAddressees(trx, await claimDue(trx, { owner, now, limit }), { owner, now, timeZone }),
    );
    const mails: Claimed[] = [];
    for (const { row, email, since, updatedAt, things } of addressees) {
      const mail = { ...row, messageId: row.messageId ?? '' };
      const issue = await prepare(row.issueId ?? 0, updatedAt, things);
      const reader = { email, messageId: mail.messageId, since: dayInWords(since, timeZone) };
      mails.push({ ...mail, write: async () => mailTo(reader, links, issue, clock) });
    }
    return mails;
  }

  return { kinds: ['newsletter'], rules, claim, findUnwanted: (mails) => findUnwanted(db, mails) };
}

/** Returns a function that encodes an issue once for all its subscribers; `things`: what is left of a digest for this one. */
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

/** Those whose issue does not go out now, or not to them; a probe does although its issue is held. */
async function findUnwanted(db: Db, mails: Claimed[]): Promise<number[]> {
  const read = await readMails(db, idsOf(mails));
  const found = new Map(read.map((mail) => [mail.id, mail]));
  const unwanted = mails.filter(({ id, isProbe }) => {
    const mail = found.get(id);
    const isGoing = mail?.issueState === 'sending' && mail.sendAfter === null && (isProbe || mail.heldSince === null);
    return !isGoing || whyNotServed(mail) !== null;
  });
  return idsOf(unwanted);
}

function idsOf(mails: { id: number }[]): number[] {
  return mails.map(({ id }) => id);
}

/** What decides whether these are sent, and what is written into them. */
function readMails(db: Db, ids: number[]) {
  return (
    db
      .selectFrom('mails')
      .innerJoin('issues', 'issues.id', 'mails.issueId')
      .innerJoin('subscribers', 'subscribers.id', 'mails.subscriberId')
      .leftJoin('articles', 'articles.id', 'mails.articleId')
      .select(['mails.id', 'mails.issueId', 'mails.articleId', 'mails.subscriberId'])
      .select(['issues.kind', 'issues.state as issueState', 'issues.updatedAt', 'issues.heldSince', 'issues.sendAfter'])
      .select(['subscribers.email', 'subscribers.state', 'subscribers.wish'])
      .select(({ fn }) => fn.coalesce('subscribers.confirmedAt', 'subscribers.createdAt').as('since'))
      .select(['articles.isPublished', 'articles.deletedAt'])
      // By ids only: SQLite would scan all confirmed subscribers.
      .where('mails.id', 'in', ids)
      .orderBy('mails.id')
      .execute()
  );
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
    // The sent mail is prepared below: these are for readers of the queue.
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

type Addressee = { row: ClaimedDelivery; email: string; since: string; updatedAt: string; things: string[] | null };

async function readAddressees(
  trx: Db,
  claimed: ClaimedDelivery[],
  { owner, now, timeZone }: Lease & { timeZone: string },
): Promise<Addressee[]> {
  if (claimed.length === 0) return [];
  const rows = new Map(claimed.map((row) => [row.id, row]));
  const skip = async (id: number, answer: string) => {
    await finish(trx, { id, owner, now, outcome: { state: 'skipped', code: null, answer } });
    const { isProbe, issueId } = rows.get(id) ?? {};
    if (isProbe && issueId) await probeIssueSoon(trx, issueId, now);
  };
  const wanted: Read[] = [];
  for (const mail of await readMails(trx, [...rows.keys()])) {
    const why = whyNotServed(mail);
    if (why === null) wanted.push(mail);
    else await skip(mail.id, why);
  }
  const filled = await fillDigests(trx, wanted, { timeZone, now });
  const addressees: Addressee[] = [];
  for (const { id, email, since, updatedAt } of wanted) {
    const row = rows.get(id);
    const { things = null, hasNote = false } = filled.get(id) ?? {};
    if (things?.length === 0 && !hasNote) await skip(id, draftMessages.nothingNew);
    else if (row) addressees.push({ row, email, since, updatedAt, things });
  }
  return addressees;
}

type Read = Awaited<ReturnType<typeof readMails>>[number];

/** For each digest mail, what is left for its subscriber. A note also goes to those who have had everything else. */
async function fillDigests(trx: Db, mails: Read[], at: { timeZone: string; now: Date }) {
  const filled = new Map<number, { things: string[]; hasNote: boolean }>();
  const digests = mails.filter(({ kind }) => kind === 'digest');
  for (const issueId of new Set(digests.map((mail) => mail.issueId ?? 0))) {
    const issue = trx.selectFrom('issues').select('content').where('id', '=', issueId);
    const content = JSON.parse((await issue.executeTakeFirstOrThrow()).content) as IssueContent;
    const readers = digests
      .filter((mail) => mail.issueId === issueId)
      .map(({ id, subscriberId, since }) => ({ mailId: id, subscriberId: subscriberId ?? 0, since }));
    for (const [id, things] of await fillDigest(trx, { issueId, content, ...at }, readers))
      filled.set(id, { things, hasNote: content.note !== '' });
  }
  return filled;
}
