/** Erases what the site keeps about one person, by address, in one transaction; returns what has to stay as sentences. */
import { accountKey } from '#features/accounts/account.ts';
import { eraseAccount, getErasable } from '#features/accounts/erasing.server.ts';
import { sweepOutboxFiles } from '#features/newsletter/content/outbox-files.server.ts';
import { eraseSubscriber } from '#features/newsletter/subscribers/erasing.server.ts';
import { eraseRegistration } from '#features/registrations/erasing.server.ts';
import { audit } from '#platform/audit.ts';
import type { AppContext } from '#platform/context.ts';
import { transact, truncateDatabaseLog } from '#platform/db/db.ts';
import { Conflict } from '#platform/errors.ts';
import { normaliseEmail } from '#platform/mail/mailable-address.ts';
import { erasePersonFromMails, removeOutboxFilesNaming } from '#platform/mail/queue/erase-person-from-mails.ts';
import type { ErasedPerson } from './person.schema.ts';
import { collectPerson, refuseUnknownPerson } from './read-person.ts';

type Context = Pick<AppContext, 'db' | 'config' | 'clock' | 'log' | 'store'>;

const stays = {
  hash: 'A keyed hash of the address. It keeps the address off imported lists, and no one can read the address from it.',
  guests: 'How many guests the events had, without a name.',
  work: "What they did as an administrator, as the work of 'a former administrator'.",
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
  const found = await collectPerson(db, email);
  refuseUnknownPerson(found);
  const { administrator, subscriber, registrations, committees } = found;
  if (administrator && administrator.id === administratorId)
    throw new Conflict('This is your own account. Ask another administrator.');
  const eraser = { administratorId, now: clock.now() };
  const names = administrator
    ? (await getErasable(db, administrator.id, eraser)).all
    : [...new Set([key, accountKey(email)])];
  // First, because later the names are no longer known.
  await removeOutboxFilesNaming(config, names);
  await transact(db, async (trx) => {
    if (administrator) await eraseAccount(trx, administrator.id, eraser);
    else await erasePersonFromMails(trx, { addresses: [key], names, replacement: 'someone' });
    await trx.deleteFrom('accountLinks').where('emailKey', '=', accountKey(email)).execute();
    if (subscriber) await eraseSubscriber({ db: trx, clock }, { id: subscriber.id, administratorId });
    // In one order, so that no two transactions deadlock.
    for (const registration of registrations.toSorted((one, other) => one.eventId - other.eventId))
      await eraseRegistration({ db: trx, clock }, registration);
    await audit(trx, { at: eraser.now, administratorId, action: 'person.erase', entityId: null });
  });
  await removeTraces(context, names);
  return {
    message: 'Erased.',
    stays: [
      ...(subscriber ? [stays.hash] : []),
      ...(registrations.length > 0 ? [stays.guests] : []),
      ...(administrator ? [stays.work] : []),
      ...(committees.length > 0 ? [stays.committees] : []),
      stays.backups,
    ],
  };
}

/** Removes erased people from mails in the outbox and from the database's log, too; the worker repeats within the hour what fails here. */
export async function removeTraces(context: Context, names: string[] | null): Promise<void> {
  try {
    if (names) await removeOutboxFilesNaming(context.config, names);
    await sweepOutboxFiles(context);
    await truncateDatabaseLog(context.db);
  } catch (error) {
    context.log.error('what an erased person left could not be removed', { error });
  }
}
