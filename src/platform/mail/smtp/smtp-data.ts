/**
 * A message as it travels after DATA (RFC 5321, 4.5.2): every line ends with CRLF, a dot that begins one is doubled, and a
 * dot alone is the end. nodemailer looks for that at byte after byte, which costs more than all else of sending.
 */
import { Readable, Transform, type Writable } from 'node:stream';

const end = Buffer.from('\r\n.\r\n');
const isReady = /^(?:(?:[^.\r\n][^\r\n]*)?\r\n)+$/;

/** The same bytes that nodemailer would send, and apart from them the end, which begins with the last line break. */
export function toSmtpData(message: Buffer): { body: Buffer; end: Buffer } {
  const text = message.toString('latin1');
  if (isReady.test(text)) return { body: message.subarray(0, -2), end };
  const lines = text.replace(/\r\n?|\n/g, '\r\n').replace(/^\./gm, '..');
  return { body: Buffer.from(lines.replace(/\r\n$/, ''), 'latin1'), end };
}

export type Transfer = {
  /** Asked right before the message is handed over, and before its end; on false it fails. */
  mayGo: () => boolean;
  /** What the message is written to, and how long its end waits for word of a lost connection. */
  wire: () => { socket: Writable; pauseMs: number };
  /** The message goes out; its end goes out: from then on it may have arrived. */
  onStep: (step: 'body' | 'end') => void;
};

/**
 * For nodemailer's `send`, which pipes its message into a stream of its own once the server has asked for the data: it goes
 * out past that stream, in one piece. Its end follows when all of it has left this process and a moment has passed: a
 * connection that was lost in the meantime has not delivered it.
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
