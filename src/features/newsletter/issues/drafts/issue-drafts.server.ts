/** Digests and notes before they are sent: made, changed and deleted. */
import { isDeepStrictEqual } from 'node:util';
import { sanitiseAndRender } from '#features/articles/content/content.server.ts';
import { findSchedule, removeSchedule, writeSchedule } from '#features/articles/schedule/schedules.server.ts';
import {
  type IssueContent,
  issueDraftMessages,
  keyOfThing,
  type Thing,
  withTitleFor,
} from '#features/newsletter/content/digests/digest.ts';
import {
  composeDigest,
  listComingEvents,
  listNewestArticles,
  readDigestThings,
} from '#features/newsletter/content/digests/digest-things.server.ts';
import { getIssue, parseIssueContent } from '#features/newsletter/content/issue-texts.server.ts';
import { isInAudience } from '#features/newsletter/delivery/queue/audience.server.ts';
import { getSettings } from '#features/settings/settings.server.ts';
import type { Actor, Doer } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import type { AppContext } from '#platform/context.ts';
import { countRows } from '#platform/db/count-rows.ts';
import { type Db, transact } from '#platform/db/db.ts';
import { Conflict, NotFound } from '#platform/errors.ts';
import type { IssueDraft, IssueDraftInput } from './issue-draft.schema.ts';

type Context = Pick<AppContext, 'db' | 'config' | 'clock'>;
type DraftKind = IssueDraft['kind'];

const mostChoices = 100;
const dayMs = 86_400_000;

export async function createIssueDraft(context: Context, kind: DraftKind, { now, administratorId }: Actor) {
  const { db, config } = context;
  const { timeZone } = await getSettings(db, config);
  const empty = { title: '', note: '', things: [], composedAt: now.toISOString(), isAutomatic: false };
  const content = kind === 'note' ? empty : (await composeDigest(db, { timeZone, now })).content;
  return transact(db, async (trx) => {
    const id = await insertIssueDraft(trx, { kind, content, now });
    await audit(trx, { at: now, administratorId, action: 'issue.create', entityId: id });
    return getIssueDraft({ ...context, db: trx }, id);
  });
}

export async function insertIssueDraft(
  trx: Db,
  { kind, content, now }: { kind: DraftKind; content: IssueContent; now: Date },
): Promise<number> {
  const at = { createdAt: now.toISOString(), updatedAt: now.toISOString() };
  const texts = { subject: subjectOf(content), html: '', text: '', content: JSON.stringify(content) };
  const { id } = await trx
    .insertInto('issues')
    .values({ kind, articleId: null, ...texts, ...at, state: 'draft', pauseReason: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

function subjectOf({ title }: IssueContent): string {
  return title || 'Untitled';
}

/** @throws NotFound, or Conflict for one that is no longer a draft, or not in this version */
export async function lockIssueDraft(trx: Db, id: number, version?: string) {
  const row = await getDraftRow(trx, id, true);
  if (version !== undefined && row.updatedAt !== version) throw new Conflict(issueDraftMessages.changed);
  return row;
}

async function getDraftRow(db: Db, id: number, isLocked = false) {
  const issue = await getIssue(db, id, isLocked);
  if (issue.kind === 'article') throw new NotFound('There is no such newsletter');
  if (issue.state !== 'draft') throw new Conflict(issueDraftMessages.notADraft);
  return { ...issue, kind: issue.kind as DraftKind, content: parseIssueContent(issue) };
}

/** @throws NotFound, or Conflict for one that is no longer a draft */
export async function getIssueDraft({ db, config, clock }: Context, id: number): Promise<IssueDraft> {
  const { content, updatedAt: version, kind, isArchived } = await getDraftRow(db, id);
  const at = { timeZone: (await getSettings(db, config)).timeZone, now: clock.now() };
  const { title, note, isAutomatic } = content;
  const choices = kind === 'note' ? [] : await findChoices(db, content.things, at.now);
  return {
    id,
    kind,
    title,
    note,
    isArchived,
    isAutomatic,
    version,
    things: await readDigestThings(db, content.things, at),
    choices: (await readDigestThings(db, choices, at)).filter(({ problem }) => problem === null),
    subscribers: await countRows(db.selectFrom('subscribers').where(isInAudience(null))),
    schedule: await findSchedule(db, { issueId: id }),
  };
}

/** What could be added: articles of the last year and upcoming events. */
async function findChoices(db: Db, things: Thing[], now: Date): Promise<Thing[]> {
  const yearAgo = new Date(now.getTime() - 365 * dayMs).toISOString();
  const articles = await listNewestArticles(db, yearAgo, mostChoices);
  const events = await listComingEvents(db, { now, limit: mostChoices });
  const known = new Set(things.map(keyOfThing));
  return [...articles, ...events].filter((thing) => !known.has(keyOfThing(thing)));
}

type Change = { id: number; input: IssueDraftInput; actor: Actor };

/**
 * Repeating the same save is not a conflict: the first answer may have been lost.
 * @throws NotFound; Conflict when someone else has changed it since; Invalid for a note that is too long
 */
export async function saveIssueDraft(context: Context, { id, input, actor }: Change): Promise<IssueDraft> {
  const { content: note } = await sanitiseAndRender(context, input.note);
  const { title, things, isArchived, version } = input;
  return transact(context.db, async (trx) => {
    const { content, updatedAt, isArchived: wasArchived } = await lockIssueDraft(trx, id);
    const kept = new Set(things.map(keyOfThing));
    const removed = [...content.things, ...(content.removed ?? [])].filter((thing) => !kept.has(keyOfThing(thing)));
    const changed = { ...content, title, note, things, removed };
    const isSame = isArchived === wasArchived && isDeepStrictEqual(changed, content);
    if (version !== updatedAt && !isSame) throw new Conflict(issueDraftMessages.changed);
    await trx
      .updateTable('issues')
      .set({ content: JSON.stringify(changed), subject: subjectOf(changed), isArchived })
      .set({ updatedAt: nextDraftVersion(updatedAt, actor.now) })
      .where('id', '=', id)
      .execute();
    return getIssueDraft({ ...context, db: trx }, id);
  });
}

/** Each change gets a new version, even within a millisecond. */
function nextDraftVersion(version: string, now: Date): string {
  return new Date(Math.max(now.getTime(), Date.parse(version) + 1)).toISOString();
}

type Draft = { id: number; updatedAt: string; content: IssueContent };
type Times = { publishAt: string; dueAt: string; state?: 'late' };

type Zoned = Doer & { timeZone: string };

/** Lock the draft before. */
export async function putDraftSchedule(
  trx: Db,
  draft: Draft,
  times: Times,
  { administratorId, now, timeZone }: Zoned,
): Promise<void> {
  const schedule = { ...times, hasNewsletter: true, administratorId, createdAt: now.toISOString() };
  await writeSchedule(trx, { issueId: draft.id }, schedule);
  await setNextVersion(trx, draft, { goesOutAt: times.dueAt, now, timeZone });
  const detail = { publishAt: times.publishAt };
  await audit(trx, { at: now, administratorId, action: 'issue.schedule', entityId: draft.id, detail });
}

/** A version that was seen before can no longer be sent. Lock the draft before. */
export async function stopDraft(trx: Db, draft: Draft, { administratorId, now, timeZone }: Zoned): Promise<void> {
  await removeSchedule(trx, { issueId: draft.id });
  await setNextVersion(trx, draft, { goesOutAt: now.toISOString(), now, timeZone });
  await audit(trx, { at: now, administratorId, action: 'issue.stop', entityId: draft.id });
}

type Next = { goesOutAt: string; now: Date; timeZone: string };

async function setNextVersion(trx: Db, draft: Draft, { goesOutAt, now, timeZone }: Next): Promise<void> {
  const content = withTitleFor(goesOutAt, draft.content, timeZone);
  const texts = { content: JSON.stringify(content), subject: subjectOf(content) };
  const touched = { ...texts, updatedAt: nextDraftVersion(draft.updatedAt, now) };
  await trx.updateTable('issues').set(touched).where('id', '=', draft.id).execute();
}

export async function deleteIssueDraft({ db }: Pick<Context, 'db'>, id: number, { administratorId, now }: Actor) {
  return transact(db, async (trx) => {
    const { content, kind } = await lockIssueDraft(trx, id);
    await trx.deleteFrom('issues').where('id', '=', id).execute();
    const detail = { title: subjectOf(content), kind };
    await audit(trx, { at: now, administratorId, action: 'issue.delete', entityId: id, detail });
    return issueDraftMessages.deleted;
  });
}
