/**
 * A message as sent after DATA (RFC 5321, 4.5.2): every line ends with CRLF, a dot at its start is doubled, and a dot alone ends
 * the message. nodemailer checks every single byte for that, which costs more than the rest of sending.
 */

const end = Buffer.from('\r\n.\r\n');
const isReady = /^(?:(?:[^.\r\n][^\r\n]*)?\r\n)+$/;

/** The same bytes that nodemailer would send. The end, which starts with the last line break, is separate. */
export function toSmtpData(message: Buffer): { body: Buffer; end: Buffer } {
  const text = message.toString('latin1');
  if (isReady.test(text)) return { body: message.subarray(0, -2), end };
  const lines = text.replace(/\r\n?|\n/g, '\r\n').replace(/^\./gm, '..');
  return { body: Buffer.from(lines.replace(/\r\n$/, ''), 'latin1'), end };
}
