/** Lines of a calendar file (RFC 5545, 3.1): escaped and folded, so that no text can start a new line. */

const maxOctets = 75;

/** For values that are not free text, such as a URI. Drops characters that a line must not contain. */
export function icsLine(name: string, value: string): string {
  return folded(`${name}:${value}`.toWellFormed().replace(forbidden, ''));
}

export function icsTextLine(name: string, text: string): string {
  return icsLine(
    name,
    text
      .replace(lineBreak, '\n')
      .replace(/[\\;,]/g, '\\$&')
      .replaceAll('\n', '\\n'),
  );
}

/** Some readers take each of these as the end of a line. */
const lineBreak = /\r\n|[\n\r\u0085\u2028\u2029]/g;
/** Control characters except tab, and noncharacters. */
const forbidden = /[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u2028\u2029\ufffe\uffff]/g;

/** Breaks between characters: some readers decode each line separately. The leading space of a continuation line counts. */
function folded(line: string): string {
  const lines: string[] = [];
  let start = 0;
  let octets = 0;
  for (let at = 0; at < line.length; at++) {
    const code = line.codePointAt(at) ?? 0;
    const size = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    if (octets + size > maxOctets) {
      lines.push(line.slice(start, at));
      start = at;
      octets = 1;
    }
    octets += size;
    if (size === 4) at++;
  }
  return [...lines, line.slice(start)].join('\r\n ');
}
