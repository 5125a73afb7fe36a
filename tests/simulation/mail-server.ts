/** A mail server that is down at times, slow, refuses some subscribers, puts others off and loses answers. It forgets nothing. */
import {
  type Mail,
  type MailAnswer,
  MailError,
  type Mailer,
  type PreparedMail,
  type SendOptions,
} from '#platform/mail/mailer-contract.ts';
import type { Random } from './random.ts';
import type { Process, Time } from './simulated-time.ts';

export type MailServer = ReturnType<typeof createMailServer>;

/** What happened to mails, to be told apart afterwards. */
export type Meeting =
  | 'taken'
  | 'refused'
  | 'put off'
  | 'down'
  | 'answer lost'
  | 'mail lost'
  | 'kept back'
  | 'abandoned';

/** What a mail is counted by: of newsletters each subscriber gets one, of emails each row. */
export function nameOf({ to, messageId }: Pick<Mail, 'to' | 'messageId'>): string {
  return /^<(letter|account|invitation|guest)\./.test(messageId) ? messageId : to;
}

type Watch = {
  /** `about` is the name of the mail. */
  note: (what: Meeting, about: string, by: string) => void;
  /** Asked right before the end of a mail is sent. */
  checkRow: (name: string) => Promise<void>;
};

export function createMailServer(time: Time, random: Random, { note, checkRow }: Watch) {
  const taken = new Map<string, number>();
  /** Of which a process has said that they may arrive from now on, or may have. */
  const marked = new Map<Process, Set<string>>();
  /** Handed over by anyone, ever. */
  const everHanded = new Set<string>();
  /** By address. */
  const refused = new Set<string>();
  const troubles = { down: false, putsOff: 0, loses: 0 };
  /** Processes at their conversations, one for each mail. */
  const talking: Process[] = [];

  function take(name: string, by: string): void {
    taken.set(name, (taken.get(name) ?? 0) + 1);
    note('taken', name, by);
  }

  /** As the real ones do: a mail that is given up before its end was not taken, after it no one knows. */
  async function orAbandoned<T>(work: Promise<T>, signal: AbortSignal | undefined, error: () => MailError): Promise<T> {
    if (!signal) return work;
    if (signal.aborted) throw error();
    return new Promise((done, fail) => {
      signal.addEventListener('abort', () => fail(error()), { once: true });
      work.then(done, fail);
    });
  }

  function mailerOf(process: Process): Mailer {
    return {
      async send(mail, options) {
        talking.push(process);
        try {
          return await receive(mail, process, options);
        } finally {
          talking.splice(talking.indexOf(process), 1);
        }
      },
      close: async () => {},
    };
  }

  async function receive(
    mail: Mail | PreparedMail,
    process: Process,
    { signal, beforeEnd }: SendOptions = {},
  ): Promise<MailAnswer> {
    const name = nameOf(mail);
    const meet = (what: Meeting) => note(what, name, process.name);
    const early = () => new MailError('given up', 'temporary', null, { step: 'recipient' });
    await orAbandoned(time.wait(random.between(1, 2_000), process), signal, early);
    if (troubles.down) {
      meet('down');
      throw new MailError('connect ECONNREFUSED', 'temporary', null, {
        step: 'connect',
        systemCode: 'ECONNREFUSED',
      });
    }
    await orAbandoned(time.wait(random.between(1, 3_000), process), signal, early);
    if (refused.has(mail.to)) {
      meet('refused');
      throw new MailError('550 5.1.1 No such user', 'refused', 550, { step: 'recipient' });
    }
    if (random.chance(troubles.putsOff)) {
      meet('put off');
      throw new MailError('451 4.7.1 Greylisted', 'temporary', 451, { step: 'recipient' });
    }
    marked.set(process, (marked.get(process) ?? new Set()).add(name));
    if (!(await beforeEnd?.().catch(() => false))) {
      meet('kept back');
      throw new MailError('not ours any more', 'temporary', null, { step: 'data' });
    }
    // Here it may be killed or frozen.
    await time.wait(random.between(0, 20), process);
    await checkRow(name);
    everHanded.add(name);
    const isLost = random.chance(troubles.loses);
    const isTaken = !isLost || random.chance(0.5);
    // The server goes on whatever becomes of who has sent it.
    const worked = time.wait(random.chance(0.2) ? random.between(10_000, 30_000) : random.between(1, 2_000), null);
    const answered = worked.then(() => {
      if (isTaken) take(name, process.name);
      return time.wait(random.between(1, 500), process);
    });
    const unknown = () => new MailError('the answer was lost', 'unknown', null, { step: 'data' });
    try {
      await orAbandoned(answered, signal, unknown);
    } catch (error) {
      meet('abandoned');
      throw error;
    }
    if (!isLost) return { code: 250, answer: 'ok' };
    meet(isTaken ? 'answer lost' : 'mail lost');
    throw unknown();
  }

  return { mailerOf, taken, marked, everHanded, refused, troubles, talking };
}
