/**
 * A message as it travels after DATA (RFC 5321, 4.5.2): every line ends with CRLF, a dot that begins one is doubled, and a
 * dot alone is the end. nodemailer looks for that at byte after byte, which costs more than all else of sending.
 */
import { Readable, Transform } from 'node:stream';

const end = Buffer.from('.\r\n');
const isUnready = /\r(?!\n)|(?<!\r)\n|^\./m;

/** The same bytes that nodemailer would send, with the end. */
export function toSmtpData(message: Buffer): Buffer {
  const text = message.toString('latin1');
  if (text.endsWith('\r\n') && !isUnready.test(text)) return Buffer.concat([message, end]);
  const lines = text.replace(/\r\n?|\n/g, '\r\n').replace(/^\./gm, '..');
  return Buffer.from(`${lines}${lines.endsWith('\r\n') ? '' : '\r\n'}.\r\n`, 'latin1');
}

/**
 * For nodemailer's `send`, which pipes its message into a stream of its own once the server has asked for the data: it goes
 * out behind that stream's work on it, in one piece. Read as any stream is, it gives the message as it was.
 */
export class SmtpMessage extends Readable {
  readonly #bytes: Buffer;
  readonly #mayGo: () => boolean;

  /** `mayGo` is asked right before the message is handed over; on false it fails. */
  constructor(bytes: Buffer, mayGo: () => boolean) {
    super();
    this.#bytes = bytes;
    this.#mayGo = mayGo;
  }

  override pipe<T extends NodeJS.WritableStream>(destination: T, options?: { end?: boolean }): T {
    if (!(destination instanceof Transform)) return super.pipe(destination, options);
    if (!this.#isRefused()) {
      destination.push(toSmtpData(this.#bytes));
      destination.push(null);
    }
    return destination;
  }

  override _read(): void {
    if (this.#isRefused()) return;
    this.push(this.#bytes);
    this.push(null);
  }

  #isRefused(): boolean {
    if (this.#mayGo()) return false;
    this.destroy(new Error('Somebody else has taken this mail over'));
    return true;
  }
}
