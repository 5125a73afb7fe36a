/** Subscribers: found, added, and listed for administrators. */
import type { Selectable } from 'kysely';
import type { SubscribersTable } from '#features/newsletter/newsletter.tables.ts';
import { countRows } from '#platform/db/count-rows.ts';
import type { Db } from '#platform/db/db.ts';
import { emailKeyContainsSql } from '#platform/db/sql-expressions.ts';
import type { MailsTable } from '#platform/db/tables.ts';
import { NotFound } from '#platform/errors.ts';
import { cursorParts, type Listed, readLatest } from '#platform/http/list-pages.ts';
import { normaliseEmail } from '#platform/mail/mailable-address.ts';
import { type SubscriberState, subscriberMessages } from './subscriber.ts';
import type { Subscriber, SubscriberDetail, SubscriberHistory, SubscribersQuery } from './subscribers-admin.schema.ts';

export type SubscriberRow = Selectable<SubscribersTable>;

const columns = [
  ...(['id', 'email', 'state', 'createdAt', 'confirmedAt', 'unsubscribedAt'] as const),
  ...(['suppressedAt', 'suppressedBecause', 'wish'] as const),
];
const mostOfAKind = 100;
const monthMs = 30 * 86_400_000;
const exportedColumns = ['email', 'state', 'createdAt', 'confirmedAt', 'unsubscribedAt', 'wish'] as const;
const exportedAtOnce = 1000;

/** The latest first; each word of `search` is a part of the address. */
export async function listSubscribers(
  db: Db,
  { search, state, ...query }: SubscribersQuery,
): Promise<Listed<Subscriber>> {
  let found = db.selectFrom('subscribers');
  if (search) found = found.where(emailKeyContainsSql(search));
  if (state) found = found.where('state', '=', state);
  const rows = found.select([...columns, 'lastMailAt']);
  const { shown, nextCursor } = await readLatest(rows, query, { id: cursorParts.id });
  return { items: shown.map(asSubscriber), total: await countRows(found), nextCursor };
}

type Row = Omit<Subscriber, 'askedAgainAt'> & { lastMailAt: string | null };

/** Only a new wish to subscribe dates an address later than its end. */
function asSubscriber({ lastMailAt, ...row }: Row): Subscriber {
  const endedAt = { suppressed: row.suppressedAt, unsubscribed: row.unsubscribedAt, confirmed: null, pending: null }[
    row.state
  ];
  return { ...row, askedAgainAt: endedAt !== null && lastMailAt !== null && lastMailAt > endedAt ? lastMailAt : null };
}

/** One page at a time, so that no list is too long. */
export async function* exportSubscribers(db: Db, state: SubscriberState | undefined): AsyncGenerator<string[][]> {
  yield [[...exportedColumns]];
  const read = (after: number) =>
    db
      .selectFrom('subscribers')
      .select(['id', ...exportedColumns])
      .where('id', '>', after)
      .$if(state !== undefined, (query) => query.where('state', '=', state as SubscriberState))
      .orderBy('id')
      .limit(exportedAtOnce)
      .execute();
  for (let rows = await read(0); rows.length > 0; rows = await read(rows.at(-1)?.id ?? 0))
    yield rows.map((row) => exportedColumns.map((column) => row[column] ?? ''));
}

/**
 * How many there are, the change in a month, and how many suppressed ones asked to subscribe again; people erased in the meantime
 * are in no number.
 */
export async function countSubscribers(db: Db, now: Date) {
  const before = new Date(now.getTime() - monthMs).toISOString();
  const subscribers = db.selectFrom('subscribers');
  const joined = subscribers.where('confirmedAt', '>=', before).where('state', '=', 'confirmed');
  const left = subscribers.where('unsubscribedAt', '>=', before).where('state', '=', 'unsubscribed');
  const suppressed = subscribers.where('suppressedAt', '>=', before).where('state', '=', 'suppressed');
  let change = await countRows(joined);
  for (const gone of [left, suppressed]) change -= await countRows(gone.where('confirmedAt', '<', before));
  const askedAgain = subscribers.where('state', '=', 'suppressed').whereRef('lastMailAt', '>', 'suppressedAt');
  const { total, audience } = await subscribers
    .where('state', '=', 'confirmed')
    .select(({ fn }) => [
      fn.countAll<number>().as('total'),
      fn.countAll<number>().filterWhere('wish', '=', 'each').as('audience'),
    ])
    .executeTakeFirstOrThrow();
  return { total: Number(total), audience: Number(audience), change, askedAgain: await countRows(askedAgain) };
}

/** With its known history, the latest first. @throws NotFound */
export async function getSubscriber(db: Db, id: number): Promise<SubscriberDetail> {
  const row = await db
    .selectFrom('subscribers')
    .select([...columns, 'lastMailAt'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw new NotFound(subscriberMessages.notFound);
  const subscriber = asSubscriber(row);
  const subscribed = { at: subscriber.createdAt, what: 'Address entered', detail: null, by: null };
  const history = [...(await listChanges(db, id)), ...(await listBounces(db, id)), ...(await listMails(db, id))];
  history.sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
  return { ...subscriber, history: [...history, subscribed] };
}

const actions: Record<string, string> = {
  'subscriber.add': 'Added by an administrator',
  'subscriber.confirm': 'Confirmed the subscription',
  'subscriber.unsubscribe': 'Unsubscribed',
  'subscriber.resubscribe': 'Subscribed again',
  'subscriber.choose': 'Chose other newsletters',
  'subscriber.suppress': 'Suppressed',
  'subscriber.remove': 'Unsubscribed by an administrator',
  'subscriber.lift': 'Suppression lifted',
};

async function listChanges(db: Db, id: number): Promise<SubscriberHistory[]> {
  const rows = await db
    .selectFrom('audit')
    .leftJoin('administrators', 'administrators.id', 'audit.administratorId')
    .select(['audit.at', 'audit.action', 'audit.detail', 'administrators.username as by'])
    .where('audit.entityId', '=', id)
    .where('audit.action', 'in', Object.keys(actions))
    .orderBy('audit.id', 'desc')
    .limit(mostOfAKind)
    .execute();
  return rows.map(({ at, action, detail, by }) => ({
    at,
    what: actions[action] ?? action,
    detail: reasonIn(detail),
    by,
  }));
}

function reasonIn(detail: string): string | null {
  const { because } = JSON.parse(detail) as { because?: unknown };
  return typeof because === 'string' ? because : null;
}

async function listBounces(db: Db, id: number): Promise<SubscriberHistory[]> {
  const rows = await db
    .selectFrom('bounces')
    .select(['at', 'kind', 'answer'])
    .where('subscriberId', '=', id)
    .orderBy('id', 'desc')
    .limit(mostOfAKind)
    .execute();
  const what = {
    hard: 'Bounced: there is no such mailbox',
    soft: 'Bounced',
    complaint: 'Reported our email as spam',
  };
  return rows.map(({ at, kind, answer }) => ({ at, what: what[kind], detail: answer, by: null }));
}

const emailNames: Record<string, string> = {
  confirm: 'Email that asks for a confirmation',
  'already-subscribed': 'Email that says the address is already subscribed',
  'unsubscribed-notice': 'Email that says the address was unsubscribed',
  welcome: 'Welcome email',
};

const mailStates: Record<MailsTable['state'], string> = {
  sent: 'sent',
  sending: 'sending',
  queued: 'waiting',
  retry: 'trying again',
  failed: 'failed',
  unknown: 'not confirmed',
  skipped: 'skipped',
  kept: 'in the outbox',
};

async function listMails(db: Db, id: number): Promise<SubscriberHistory[]> {
  const rows = await db
    .selectFrom('mails')
    .leftJoin('issues', 'issues.id', 'mails.issueId')
    .select(['mails.createdAt', 'mails.sentAt', 'mails.state', 'mails.kind', 'issues.subject', 'smtpAnswer'])
    .where('subscriberId', '=', id)
    .orderBy('mails.id', 'desc')
    .limit(mostOfAKind)
    .execute();
  return rows.map(({ createdAt, sentAt, state, kind, subject, smtpAnswer }) => ({
    at: sentAt ?? createdAt,
    what: `${subject === null ? (emailNames[kind] ?? kind) : `Newsletter “${subject}”`}: ${mailStates[state]}`,
    detail: state === 'sent' ? null : smtpAnswer,
    by: null,
  }));
}

/** Finds any spelling of the address. */
export async function findSubscriberByEmail(db: Db, email: string) {
  return db
    .selectFrom('subscribers')
    .select(['id', 'state', 'wish', 'confirmedAt', 'unsubscribedAt'])
    .where('emailKey', '=', normaliseEmail(email))
    .executeTakeFirst();
}

/** Always writes, so that a known address takes as long as a new one. */
export async function findOrAddSubscriber(trx: Db, email: string, now: Date): Promise<SubscriberRow> {
  const at = now.toISOString();
  return trx
    .insertInto('subscribers')
    .values({
      email,
      emailKey: normaliseEmail(email),
      state: 'pending',
      createdAt: at,
      confirmedAt: null,
      unsubscribedAt: null,
      lastMailAt: at,
    })
    .onConflict((conflict) => conflict.column('emailKey').doUpdateSet({ lastMailAt: at }))
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * Locks it until the transaction ends.
 * @throws NotFound
 */
export async function lockSubscriber(trx: Db, id: number) {
  const subscriber = await trx
    .selectFrom('subscribers')
    .select(['emailKey', 'state', 'confirmedAt', 'unsubscribedAt'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!subscriber) throw new NotFound(subscriberMessages.notFound);
  return subscriber;
}
