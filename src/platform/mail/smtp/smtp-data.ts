/**
 * A message as sent after DATA (RFC 5321, 4.5.2): every line ends with CRLF, a dot at its start is doubled, and a dot alone ends
 * the message. nodemailer checks every single byte for that, which costs more than the rest of sending.
 */
import { Readable, Transform, type Writable } from 'node:stream';

const end = Buffer.from('\r\n.\r\n');
const isReady = /^(?:(?:[^.\r\n][^\r\n]*)?\r\n)+$/;

/** The same bytes that nodemailer would send. The end, which starts with the last line break, is separate. */
export function toSmtpData(message: Buffer): { body: Buffer; end: Buffer } {
  const text = message.toString('latin1');
  if (isReady.test(text)) return { body: message.subarray(0, -2), end };
  const lines = text.replace(/\r\n?|\n/g, '\r\n').replace(/^\./gm, '..');
  return { body: Buffer.from(lines.replace(/\r\n$/, ''), 'latin1'), end };
}

export type Transfer = {
  /** Asked before the message is handed over, and again before its end; false makes it fail. */
  mayGo: () => boolean;
  /** The socket to write to, and how long the end waits for news of a lost connection. */
  wire: () => { socket: Writable; pauseMs: number };
  /** Called when the body, and then the end, goes out: after the end it may have arrived. */
  onStep: (step: 'body' | 'end') => void;
};

/**
 * For nodemailer's `send`, which pipes the message into its own stream once the server asks for the data. This one writes past that
 * stream, in one piece. The end follows after the body has left this process and a moment has passed: if the connection is lost in
 * between, the message was not delivered.
 */
export class SmtpMessage extends Readable {
  readonly #bytes: Buffer;
  readonly #transfer: Transfer;

  constructor(bytes: Buffer, transfer: Transfer) {
    super();
    this.#bytes = bytes;
    this.#transfer = transfer;
  }

  override pipe<T extends NodeJS.WritableStream>(destination: T): T {
    const { wire, onStep } = this.#transfer;
    if (!(destination instanceof Transform)) throw new Error('nodemailer has another stream for messages');
    if (this.#isRefused()) return destination;
    const { socket, pauseMs } = wire();
    onStep('body');
    const { body, end } = toSmtpData(this.#bytes);
    socket.write(body, (error) => {
      if (error) return;
      // After a busy spell, first handle what has arrived, including a lost connection.
      setTimeout(() => setImmediate(() => setImmediate(() => this.#finish(socket, destination, end))), pauseMs);
    });
    return destination;
  }

  #finish(socket: Writable, destination: Transform, end: Buffer): void {
    if (this.destroyed || !socket.writable || this.#isRefused()) return;
    this.#transfer.onStep('end');
    destination.push(end);
    destination.push(null);
  }

  #isRefused(): boolean {
    if (this.#transfer.mayGo()) return false;
    this.destroy(new Error('Someone else has taken this mail over'));
    return true;
  }
}
