/** Closes a year in one transaction: records the committee, then changes the committee and the accounts. */
import { accountKey } from '#features/accounts/account.ts';
import { createAndEmailInvitation } from '#features/accounts/invitations/inviting.server.ts';
import { accountLinkUrl } from '#features/accounts/links/account-link.ts';
import type { Closing } from '#features/committees/closing-record.server.ts';
import { committeeKind } from '#features/committees/committee.kind.ts';
import { committeeLimits } from '#features/committees/committee.ts';
import { type CommitteeRow, presentCommittee, writeCommittee } from '#features/committees/committees.server.ts';
import { moveItemToBin, type RowOf } from '#features/items/items.server.ts';
import { auditItem, insertItemWithRevision, updateItemWithRevision } from '#features/items/saving.server.ts';
import { memberKind } from '#features/members/member.kind.ts';
import { compareMembers, memberMessages } from '#features/members/member.ts';
import type { Actor } from '#platform/actor.ts';
import type { AppContext } from '#platform/context.ts';
import { type Db, transact } from '#platform/db/db.ts';
import { Conflict, Invalid } from '#platform/errors.ts';
import { sha256 } from '#platform/tokens.ts';
import { pickFocalPoint } from '#shared/item-picture.ts';
import type { ClosedYear, ClosingInput } from './closing.schema.ts';
import { closingMessages } from './closing-messages.ts';

type Member = RowOf<typeof memberKind>;

export type Context = Pick<AppContext, 'db' | 'config'>;

type Closer = Actor & { username: string };

/** @throws Invalid, also for a year of this name; Conflict */
export async function closeYear({ db, config }: Context, input: ClosingInput, closer: Closer): Promise<ClosedYear> {
  const { now } = closer;
  const actor = { administratorId: closer.administratorId, now };
  return transact(db, async (trx) => {
    const members = await lockCommittee(trx);
    const year = await recordCommittee(trx, members, input, actor);
    const changed = await changeCommittee(trx, members, input, actor);
    await refuseWithoutAccount(trx, input);
    const links = [];
    for (const email of withoutDuplicates(input.invited)) {
      const inviter = { id: closer.administratorId, username: closer.username };
      links.push({ ...(await createAndEmailInvitation(trx, { email, username: null, inviter }, now)), email });
    }
    const invitations = links.map(({ id }) => id);
    const invited = links.map(({ email }) => sha256(accountKey(email)));
    const { ends } = input;
    const closing: Closing = { at: now.toISOString(), ...changed, invitations, invited, ends, ended: [] };
    const stored = { closing: JSON.stringify(closing) };
    await trx.updateTable('committees').set(stored).where('id', '=', year.id).execute();
    await auditItem(trx, committeeKind, { verb: 'close', id: year.id, actor });
    return {
      year: await presentCommittee(trx, { ...year, ...stored }, 'administrators'),
      invitations: links.map(({ email, token, expiresAt }) => ({
        email,
        expiresAt,
        link: accountLinkUrl(config.siteUrl, token),
        mailed: config.smtpUrl !== undefined,
      })),
    };
  });
}

/** The members shown on the site, in order. */
async function lockCommittee(trx: Db): Promise<Member[]> {
  const living = trx.selectFrom('members').selectAll().where('deletedAt', 'is', null).where('isActive', '=', true);
  const members = (await living.orderBy('id').forUpdate().execute()).sort(compareMembers);
  if (members.length === 0) throw new Conflict(closingMessages.noOne);
  if (members.length > committeeLimits.posts) throw new Conflict(closingMessages.tooMany);
  return members;
}

function recordCommittee(
  trx: Db,
  members: Member[],
  { label, from, to }: ClosingInput,
  actor: Actor,
): Promise<CommitteeRow> {
  const posts = members.map(({ name, position, imageUrl, ...member }) => ({
    name,
    position,
    imageUrl,
    link: null,
    ...pickFocalPoint(member),
  }));
  return writeCommittee(trx, { id: null, input: { label, from, to, posts }, actor });
}

async function changeCommittee(trx: Db, members: Member[], input: ClosingInput, actor: Actor) {
  const known = new Map(members.map((member) => [member.id, member]));
  const member = (id: number) => {
    const found = known.get(id);
    if (!found) throw new Conflict(closingMessages.noMember);
    return found;
  };
  const left = [...new Set(input.leaving)].map((id) => member(id).id);
  const positions = input.positions.map(({ id }) => ({ id, position: member(id).position }));
  for (const { position, id } of input.positions) {
    if (!position) throw Invalid.at('positions', memberMessages.required);
    if (position === member(id).position) continue;
    await updateItemWithRevision(trx, memberKind, { existing: member(id), values: { position }, actor });
    await auditItem(trx, memberKind, { verb: 'update', id, actor });
  }
  for (const id of left) await moveItemToBin(trx, memberKind, id, actor);
  const joined: number[] = [];
  for (const person of input.joining) joined.push(await addMember(trx, person, actor));
  return { left, positions, joined };
}

async function addMember(trx: Db, { name, position }: { name: string; position: string }, actor: Actor) {
  if (!name || !position) throw Invalid.at('joining', memberMessages.required);
  const values = { name, position, bio: '', isActive: true, joinDate: actor.now.toISOString() };
  const { id } = await insertItemWithRevision(trx, memberKind, values, actor);
  await auditItem(trx, memberKind, { verb: 'create', id, actor });
  return id;
}

/** The same account may be written in two ways. */
function withoutDuplicates(emails: string[]): string[] {
  return [...new Map(emails.map((email) => [accountKey(email), email])).values()];
}

/** @throws Conflict, Invalid */
async function refuseWithoutAccount(trx: Db, { ends, invited }: ClosingInput): Promise<void> {
  const accounts = trx.selectFrom('administrators').select(['id', 'lastSeenAt']).where('isActive', '=', true);
  const active = await accounts.orderBy('id').forNoKeyUpdate().execute();
  const isEnding = (account: { id: number }) => ends.some(({ id }) => id === account.id);
  if (active.filter(isEnding).length < new Set(ends.map(({ id }) => id)).size)
    throw new Conflict(closingMessages.noAccount);
  // An account never signed in with may have no owner.
  const staying = active.filter((account) => account.lastSeenAt !== null && !isEnding(account));
  if (invited.length === 0 && staying.length === 0) throw Invalid.at('ends', closingMessages.noneStays);
}
