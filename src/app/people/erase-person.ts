/** Erases what the site keeps about one person, by address, in one transaction; returns what has to stay as sentences. */
import { accountKey } from '#features/accounts/account.ts';
import { eraseAccount, namesOfErasable } from '#features/accounts/erasing.server.ts';
import { findPosts } from '#features/committees/committees.server.ts';
import { sweepOutboxFiles } from '#features/newsletter/content/outbox-files.server.ts';
import { eraseSubscriber } from '#features/newsletter/subscribers/erasing.server.ts';
import { eraseRegistration } from '#features/registrations/erasing.server.ts';
import { audit } from '#platform/audit.ts';
import type { AppContext } from '#platform/context.ts';
import { type Db, forgetLog, transact } from '#platform/db/db.ts';
import { Conflict, NotFound } from '#platform/errors.ts';
import { normaliseEmail } from '#platform/mail/email-address.ts';
import { eraseMentions, removeFilesWith } from '#platform/mail/queue/erase-mentions.ts';
import type { ErasedPerson } from './person.ts';
import { nothingKept } from './read-person.ts';

type Context = Pick<AppContext, 'db' | 'config' | 'clock' | 'log' | 'store'>;

const stays = {
  hash: 'A keyed hash of the address. It keeps the address off imported lists, and no one can read the address from it.',
  guests: 'How many guests the events had, without a name.',
  committees: 'The name in past committees. If it is theirs, remove it under “Past committees”.',
  backups: 'Older backups, until they are replaced.',
};

/**
 * `administratorId` is null for the command line.
 * @throws NotFound when there is nothing; Conflict while a mail is on its way, and for an account that cannot be erased yet
 */
export async function erasePerson(
  context: Context,
  email: string,
  administratorId: number | null,
): Promise<ErasedPerson> {
  const { db, config, clock } = context;
  const key = normaliseEmail(email);
  const found = await findPlaces(db, { key, account: accountKey(email) });
  if (found.administratorId !== null && found.administratorId === administratorId)
    throw new Conflict('This is your own account. Ask another administrator.');
  const eraser = { administratorId, now: clock.now() };
  const names = found.administratorId === null ? [key] : await namesOfErasable(db, found.administratorId, eraser);
  // First, because later the names are no longer known.
  await removeFilesWith(config, names);
  await transact(db, async (trx) => {
    if (found.administratorId !== null) await eraseAccount(trx, found.administratorId, eraser);
    else await eraseMentions(trx, { addresses: [key], names: [key], replacement: 'someone' });
    await trx.deleteFrom('accountLinks').where('emailKey', '=', accountKey(email)).execute();
    if (found.subscriberId !== null)
      await eraseSubscriber({ db: trx, clock }, { id: found.subscriberId, administratorId });
    for (const registration of found.registrations) await eraseRegistration({ db: trx, clock }, registration);
    await audit(trx, { at: eraser.now, administratorId, action: 'person.erase', entityId: null });
  });
  await removeTraces(context, names);
  return {
    message: 'Erased.',
    stays: [
      ...(found.subscriberId === null ? [] : [stays.hash]),
      ...(found.registrations.length === 0 ? [] : [stays.guests]),
      ...(found.administratorId === null
        ? []
        : ["What they did as an administrator, as the work of 'a former administrator'."]),
      ...(found.posts.length === 0 ? [] : [stays.committees]),
      stays.backups,
    ],
  };
}

/** @throws NotFound */
async function findPlaces(db: Db, { key, account }: { key: string; account: string }) {
  const administrator = await db
    .selectFrom('administrators')
    .select(['id', 'username'])
    .where('emailKey', '=', account)
    .executeTakeFirst();
  const subscriber = await db.selectFrom('subscribers').select('id').where('emailKey', '=', key).executeTakeFirst();
  const invitation = await db
    .selectFrom('accountLinks')
    .select('id')
    .where('emailKey', '=', account)
    .executeTakeFirst();
  const registrations = await db
    .selectFrom('registrations')
    .select(['id', 'eventId', 'name'])
    .where('emailKey', '=', key)
    .orderBy('eventId')
    .execute();
  if (!administrator && !subscriber && !invitation && registrations.length === 0) throw new NotFound(nothingKept);
  const posts = await findPosts(db, [administrator?.username ?? '', ...registrations.map(({ name }) => name ?? '')]);
  return { administratorId: administrator?.id ?? null, subscriberId: subscriber?.id ?? null, registrations, posts };
}

/** Removes erased people from mails in the outbox and from the database's log, too; the worker repeats within the hour what fails here. */
export async function removeTraces(context: Context, names: string[] | null): Promise<void> {
  try {
    if (names) await removeFilesWith(context.config, names);
    await sweepOutboxFiles(context);
    await forgetLog(context.db);
  } catch (error) {
    context.log.error('what an erased person left could not be removed', { error });
  }
}
