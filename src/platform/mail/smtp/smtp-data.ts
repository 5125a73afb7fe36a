/**
 * A message as sent after DATA (RFC 5321, 4.5.2): every line ends with CRLF, a dot at its start is doubled, and a dot alone ends
 * the message. nodemailer checks every single byte for that, which costs more than the rest of sending.
 */

export const endOfData = Buffer.from('\r\n.\r\n');

/** The same bytes that nodemailer would send, without the end, which starts with the last line break. */
export function toSmtpData(message: Buffer, isReady = false): Buffer {
  if (isReady) return message.subarray(0, -2);
  const lines = message
    .toString('latin1')
    .replace(/\r\n?|\n/g, '\r\n')
    .replace(/^\./gm, '..');
  return Buffer.from(lines.replace(/\r\n$/, ''), 'latin1');
}
