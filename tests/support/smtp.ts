/** A real SMTP server on a free port that keeps what it is sent, and refuses or drops where a test says so. */
import type { AddressInfo, Socket } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';
import { patient, patientNow, untilNextLook } from './patience.ts';

export type ReceivedMail = {
  /** From the envelope, not from the header. */
  envelopeFrom: string;
  envelopeTo: string[];
  messageId: string;
  subject: string;
  /** By lower-cased name; the first of a name. */
  headers: Map<string, string>;
  html: string;
  text: string;
  raw: string;
  parsed: Email;
};

export type Step = 'connect' | 'auth' | 'mail' | 'rcpt' | 'data';

/**
 * A reply code of 400 and above, alone or with the server's words, or `drop`: the connection ends without a reply; `lose`,
 * at `data` only: likewise, but the mail is kept. At `data` all of the mail has arrived.
 */
export type Fault = number | `${number} ${string}` | 'drop' | 'lose' | undefined;

export type SmtpServerOptions = {
  onData?: (mail: ReceivedMail) => void;
  /** Milliseconds before a mail to this address is taken. */
  delay?: number | ((address: string) => number);
  /** Called with the first bytes of a mail. */
  onBody?: (address: string) => void;
  /** Called when its answer has been sent. */
  onAnswered?: (address: string) => void;
  /** `address` is the recipient's, the sender's at `mail`, the user's name at `auth`. */
  fail?: (step: Step, address: string) => Fault;
  /** Asks for a user name and a password, and takes any unless `fail` says otherwise. */
  asksLogin?: boolean;
  /** With a certificate that no one has signed: offered by STARTTLS, or spoken from the start. */
  tls?: 'offered' | 'implicit';
  /** Milliseconds before the greeting. */
  greetsAfter?: number;
  /** Does not offer SMTPUTF8. */
  isAsciiOnly?: boolean;
};

export type TestSmtpServer = Awaited<ReturnType<typeof smtpServer>>;

/** Of a site whose mails go to it. */
export function settingsFor({ url }: TestSmtpServer) {
  return { SMTP_URL: url, MAIL_FROM: 'One Health <news@society.example>' };
}

/** Use with `await using`. */
export async function smtpServer({
  onData,
  delay = 0,
  onBody,
  onAnswered,
  fail = () => undefined,
  asksLogin = false,
  tls,
  greetsAfter = 0,
  isAsciiOnly = false,
}: SmtpServerOptions = {}) {
  const mails: ReceivedMail[] = [];
  const watchers = new Set<() => void>();
  let connections = 0;
  const greetings: string[] = [];

  function check(step: Step, address: string, session: SMTPServerSession, next: (error?: Error) => void): void {
    answer(fail(step, address), session, next);
  }

  function answer(fault: Fault, session: SMTPServerSession, next: (error?: Error) => void): void {
    if (fault === 'drop' || fault === 'lose') socketOf(session)?.destroy();
    else next(fault ? refusal(fault) : undefined);
  }

  function socketOf(session: SMTPServerSession): Socket | undefined {
    return [...server.connections].find((connection) => connection.id === session.id)?._socket;
  }

  const server = new SMTPServer({
    authOptional: !asksLogin,
    secure: tls === 'implicit',
    // Else it warns of its own certificate.
    logger: false,
    disabledCommands: [...(tls === 'offered' ? [] : ['STARTTLS']), ...(asksLogin ? [] : ['AUTH'])],
    allowInsecureAuth: true,
    hideSMTPUTF8: isAsciiOnly,
    onAuth: ({ username = '' }, session, next) =>
      check('auth', username, session, (error) => next(error ?? null, error ? undefined : { user: username })),
    disableReverseLookup: true,
    closeTimeout: 100,
    onConnect: (session, next) => {
      connections += 1;
      setTimeout(() => check('connect', '', session, next), greetsAfter);
    },
    onMailFrom: ({ address }, session, next) => {
      greetings.push(session.hostNameAppearsAs || '');
      check('mail', address, session, next);
    },
    onRcptTo: ({ address }, session, next) => check('rcpt', address, session, next),
    onData: (stream, session, next) => {
      const chunks: Buffer[] = [];
      const [{ address } = { address: '' }] = session.envelope.rcptTo;
      stream.once('data', () => onBody?.(address));
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        const mail = await readMail(Buffer.concat(chunks), session);
        const waitMs = typeof delay === 'number' ? delay : delay(address);
        if (waitMs) await new Promise((passed) => setTimeout(passed, waitMs));
        const fault = fail('data', address);
        if (fault === undefined || fault === 'lose') {
          mails.push(mail);
          onData?.(mail);
          for (const look of watchers) look();
        }
        answer(fault, session, (error) => (error ? next(error) : next(null, 'queued')));
        if (onAnswered) setTimeout(onAnswered, 1, address);
      });
    },
  });
  // A client that is killed resets its connection.
  server.on('error', () => {});
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.server.address() as AddressInfo;

  /** The first `count` mails to an address (or to anyone), as soon as they are there. The limit is that of an idle machine. */
  async function waitForMails(count: number, to?: string, withinMs = 15_000): Promise<ReceivedMail[]> {
    const found = () => mails.filter((mail) => !to || mail.envelopeTo.includes(to));
    return new Promise((arrived, failed) => {
      const look = () => {
        if (found().length < count) return;
        clearTimeout(timer);
        watchers.delete(look);
        arrived(found());
      };
      const giveUp = () => {
        watchers.delete(look);
        failed(new Error(`${found().length} of ${count} mails within ${withinMs} ms of an idle machine`));
      };
      const waitOn = () => {
        timer = setTimeout(giveUp, patientNow(withinMs) - patient(withinMs));
      };
      let timer = setTimeout(waitOn, patient(withinMs));
      watchers.add(look);
      look();
    });
  }

  return {
    url: `${tls === 'implicit' ? 'smtps' : 'smtp'}://127.0.0.1:${port}`,
    port,
    mails,
    waitForMails,
    /** The name after EHLO, for each mail. */
    greetings,
    connectionCount: () => connections,
    async [Symbol.asyncDispose]() {
      await new Promise<void>((closed) => server.close(() => closed()));
    },
  };
}

/** Asks again until the answer is truthy, and answers it. The limit is that of an idle machine. */
export async function eventually<T>(ask: () => T | Promise<T>, withinMs = 15_000): Promise<NonNullable<T>> {
  const begun = Date.now();
  for (let limit = patient(withinMs), hasWaitedOn = false; ; ) {
    const answer = await ask();
    if (answer) return answer;
    if (Date.now() - begun > limit) {
      if (hasWaitedOn) throw new Error(`Not within ${limit} ms: ${ask.toString()}`);
      limit = patientNow(withinMs);
      hasWaitedOn = true;
    }
    await untilNextLook(begun);
  }
}

/** The address behind a link of a mail, e.g. `linkIn(mail, '/verify')`. */
export function linkIn(mail: Pick<ReceivedMail, 'text'>, path: string): URL {
  const link = mail.text.match(/https?:\/\/\S+/g)?.find((candidate) => new URL(candidate).pathname.startsWith(path));
  if (!link) throw new Error(`No link to ${path} in this mail`);
  return new URL(link);
}

/** Reads a complete mail, e.g. a file of the outbox folder. */
export async function readMail(raw: Buffer, session?: Pick<SMTPServerSession, 'envelope'>): Promise<ReceivedMail> {
  const parsed = await PostalMime.parse(raw);
  const headers = new Map<string, string>();
  for (const { key, value } of parsed.headers) if (!headers.has(key)) headers.set(key, value);
  const { mailFrom, rcptTo = [] } = session?.envelope ?? {};
  return {
    envelopeFrom: mailFrom ? mailFrom.address : '',
    envelopeTo: rcptTo.map(({ address }) => address),
    messageId: parsed.messageId ?? '',
    subject: parsed.subject ?? '',
    headers,
    html: parsed.html ?? '',
    text: parsed.text ?? '',
    raw: raw.toString('latin1'),
    parsed,
  };
}

function refusal(fault: number | string): Error {
  const [, code, words] = /^(\d+) ?(.*)$/.exec(String(fault)) ?? [];
  const responseCode = Number(code);
  return Object.assign(new Error(words || (responseCode < 500 ? 'Try again later' : 'Refused')), { responseCode });
}
