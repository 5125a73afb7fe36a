/** The mails a worker has claimed: it renews their leases, and knows which are still to be started and which are not answered. */
import type { Clock, Timing } from '#platform/clock.ts';
import type { Db } from '#platform/db/db.ts';
import type { Claimed, MailSource } from './mail-contract.ts';
import { extendLeases, releaseMails } from './mail-rows.ts';

export type Leases = ReturnType<typeof createMailLeases>;

type Context = {
  db: Db;
  clock: Clock;
  timing: Pick<Timing, 'elapsed'>;
  findUnwanted?: MailSource['findUnwanted'];
};

export function createMailLeases({ db, clock, timing, findUnwanted = async () => [] }: Context) {
  const leased = new Map<number, Claimed>();
  const handedOver = new Map<Claimed, number>();
  let ready: Claimed[] = [];
  let changes = 0;
  let seenChanges = 0;

  /** A mail that was lost and claimed again has a new object. */
  const has = (mail: Claimed) => leased.get(mail.id) === mail;

  function remove(mail: Claimed): void {
    handedOver.delete(mail);
    if (has(mail)) leased.delete(mail.id);
  }

  async function giveBack(mails: Claimed[]): Promise<void> {
    ready = ready.filter((mail) => !mails.includes(mail));
    for (const mail of mails) remove(mail);
    await releaseMails(db, mails);
  }

  return {
    has,
    remove,
    ids: () => [...leased.keys()],
    countReady: () => ready.length,
    nextReady: () => ready.shift(),

    add(mails: Claimed[]): void {
      for (const mail of mails) leased.set(mail.id, mail);
      ready.push(...mails);
    },

    noteHandover: (mail: Claimed) => void handedOver.set(mail, timing.elapsed()),

    /** Those handed over `ms` ago or earlier without an answer, each once. */
    takeUnanswered(ms: number): Claimed[] {
      const latest = timing.elapsed() - ms;
      const unanswered = [...handedOver].flatMap(([mail, at]) => (at <= latest ? [mail] : []));
      for (const mail of unanswered) remove(mail);
      return unanswered;
    },

    /** What is known about the mails waiting here may be outdated. */
    noteChange: () => void (changes += 1),
    isLookDue: () => changes !== seenChanges,

    /** Renews all leases and drops those that are lost. Gives back mails that may not go out now. */
    async look(): Promise<void> {
      const before = changes;
      const mails = [...leased.values()];
      const kept = new Set(await extendLeases(db, mails, clock.now()));
      for (const mail of mails) if (!kept.has(mail.id)) remove(mail);
      ready = ready.filter(has);
      const unwanted = ready.length > 0 ? await findUnwanted(ready) : [];
      await giveBack(ready.filter(({ id }) => unwanted.includes(id)));
      seenChanges = before;
    },

    releaseReady: () => giveBack(ready),
  };
}
