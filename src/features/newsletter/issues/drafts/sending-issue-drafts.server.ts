/** Sends a digest or note, with the same mails, worker and undo window as an article, and stops it at any point. */
import { mostLateMs, readPublishAt } from '#features/articles/schedule/schedule.ts';
import { changeSchedule, lockSchedule, removeSchedule } from '#features/articles/schedule/schedules.server.ts';
import { digestLimits, issueDraftMessages, withTitleFor } from '#features/newsletter/content/digests/digest.ts';
import { renderDigestOrNote } from '#features/newsletter/content/digests/digest-mail.server.ts';
import { getIssue, parseIssueContent } from '#features/newsletter/content/issue-texts.server.ts';
import { lockArticlesOfDigest } from '#features/newsletter/delivery/queue/already-sent.server.ts';
import { getSettings, lockTimeZone } from '#features/settings/settings.server.ts';
import type { Actor } from '#platform/actor.ts';
import type { AppContext } from '#platform/context.ts';
import { type Db, transact } from '#platform/db/db.ts';
import { Conflict, Invalid } from '#platform/errors.ts';
import { cancelIssue } from '../issue-control.server.ts';
import type { SendAnswer } from '../issues.schema.ts';
import { type Send, sendIssue } from '../sending.server.ts';
import { undoSending } from '../undo-send.server.ts';
import type { IssueDraft } from './issue-draft.schema.ts';
import { getIssueDraft, lockIssueDraft, putDraftSchedule, stopDraft } from './issue-drafts.server.ts';

type Context = Pick<AppContext, 'db' | 'config' | 'clock'>;

type SendDraft = Send & {
  id: number;
  /** The version that the sender has seen: not sent if someone has changed or stopped it since. */
  version?: string | undefined;
};

/** @throws NotFound; Invalid when it is empty or too long; Conflict for one that is no longer a draft, or was changed */
export async function sendIssueDraft(
  context: Context,
  { id, version, alongside, ...send }: SendDraft,
): Promise<SendAnswer> {
  const { db, clock } = context;
  const seen = await transact(db, (trx) => lockIssueDraft(trx, id));
  return transact(db, async (trx) => {
    const now = clock.now();
    const within = { ...context, db: trx };
    await lockArticlesOfDigest(trx, seen.content);
    const locked = await lockIssueDraft(trx, id, version ?? seen.updatedAt);
    const { timeZone } = await getSettings(trx, context.config);
    // The date in a suggested title is the day it goes out, also when it was scheduled for another.
    const draft = { ...locked, content: withTitleFor(now.toISOString(), locked.content, timeZone) };
    await alongside?.(trx);
    const { things, leftOut, ...texts } = await renderDigestOrNote(within, draft.content);
    refuseEmpty(draft.kind, draft.content, things.length);
    refuseLong(texts.html);
    const content = JSON.stringify({ ...draft.content, things });
    const sent = { ...texts, content, state: 'sending', createdAt: now.toISOString() } as const;
    await trx.updateTable('issues').set(sent).where('id', '=', id).execute();
    const answer = await sendIssue(within, { ...draft, isUnderWay: false }, { ...send, leftOut: leftOut.length });
    await removeSchedule(trx, { issueId: id });
    return { ...answer, message: [answer.message, ...leftOut.map((words) => `Left out: ${words}.`)].join(' ') };
  });
}

function refuseEmpty(kind: IssueDraft['kind'], { title, note }: { title: string; note: string }, things: number): void {
  if (!title) throw new Invalid(issueDraftMessages.titleMissing, { title: issueDraftMessages.titleMissing });
  if (kind === 'note' && !note)
    throw new Invalid(issueDraftMessages.noteMissing, { note: issueDraftMessages.noteMissing });
  if (kind === 'digest' && things === 0)
    throw new Invalid(issueDraftMessages.nothingInIt, { things: issueDraftMessages.nothingInIt });
}

/** Unlike an article it stands nowhere else, so no mail could hold its beginning only. */
function refuseLong(html: string): void {
  if (Buffer.byteLength(html) > digestLimits.bytes)
    throw new Invalid(issueDraftMessages.tooLong, { note: issueDraftMessages.tooLong });
}

/** Sends it when due; more than `mostLateMs` late it waits for a decision. Idempotent. */
export async function sendScheduledIssue(context: Context, id: number): Promise<void> {
  const { db, clock } = context;
  const key = { issueId: id };
  /** Null if it was sent, stopped or rescheduled in the meantime. */
  const lockDue = async (trx: Db) => {
    const schedule = await lockSchedule(trx, key);
    return schedule?.state === 'scheduled' && schedule.dueAt <= clock.now().toISOString() ? schedule : null;
  };
  const settle = (state: 'late' | 'failed') =>
    transact(db, async (trx) => (await lockDue(trx)) && changeSchedule(trx, key, { state }));
  const alongside = async (trx: Db) => {
    if (!(await lockDue(trx))) throw new Conflict(issueDraftMessages.changed);
  };
  const due = await transact(db, lockDue);
  if (!due) return;
  if (clock.now().getTime() - Date.parse(due.dueAt) > mostLateMs) {
    await settle('late');
    return;
  }
  try {
    await sendIssueDraft(context, { id, administratorId: due.administratorId, alongside });
  } catch (error) {
    // Someone has sent or changed it in the meantime: if it is still due, the next run sends it.
    if (error instanceof Conflict) return;
    // It is empty or too long now: retrying does not help.
    if (!(error instanceof Invalid)) throw error;
    await settle('failed');
  }
}

type Scheduling = { id: number; publishAt: string; version: string; actor: Actor };

/** @throws NotFound; Invalid for an impossible time or a text too long; Conflict for one that is no longer a draft, or was changed */
export async function scheduleIssueDraft(
  context: Context,
  { id, publishAt, version, actor }: Scheduling,
): Promise<IssueDraft> {
  const { now } = actor;
  return transact(context.db, async (trx) => {
    const timeZone = await lockTimeZone(trx, context.config);
    const draft = await lockIssueDraft(trx, id, version);
    const read = readPublishAt(publishAt, { timeZone, now });
    if ('problem' in read) throw new Invalid(read.problem, { publishAt: read.problem });
    refuseEmpty(draft.kind, draft.content, draft.content.things.length);
    refuseLong((await renderDigestOrNote({ ...context, db: trx }, draft.content)).html);
    await putDraftSchedule(trx, draft, read, { ...actor, timeZone });
    return getIssueDraft({ ...context, db: trx }, id);
  });
}

/**
 * Stops it in any state: a scheduled or undoable one becomes a draft, one being sent is cancelled. Stop wins over send: anyone who
 * has not seen the stop cannot send it.
 */
export async function stopIssue(context: Context, { id, actor }: { id: number; actor: Actor }): Promise<string> {
  const wanted = { id, administratorId: actor.administratorId };
  const isStopped = await transact(context.db, async (trx) => {
    const issue = await getIssue(trx, id, true);
    if (issue.state !== 'draft') return false;
    const { timeZone } = await getSettings(trx, context.config);
    await stopDraft(trx, { ...issue, content: parseIssueContent(issue) }, { ...actor, timeZone });
    return true;
  });
  if (isStopped) return issueDraftMessages.stopped;
  try {
    await undoSending(context, wanted);
    return issueDraftMessages.stopped;
  } catch (error) {
    if (!(error instanceof Conflict)) throw error;
    await cancelIssue(context, wanted);
    return issueDraftMessages.cancelled;
  }
}
