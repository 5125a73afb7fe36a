/** The one file of a multipart form, called `file` and streamed: never holds a large one in memory. */
import querystring from 'node:querystring';
import { Invalid } from '#platform/errors.ts';

const blankLine = Buffer.from('\r\n\r\n');
const mostHeaderBytes = 16 * 1024;

/** Describes the body of a call that reads its file with `readFilePart`. */
export function fileBody(description: string) {
  const file = { type: 'string' as const, format: 'binary' };
  const schema = { type: 'object' as const, properties: { file } };
  return { body: { required: true, description, content: { 'multipart/form-data': { schema } } } };
}

/**
 * `named` gets the name of the file before its first bytes.
 * @throws Invalid with `missing` when the form has no such file or breaks off in it
 */
export async function* readFilePart(
  request: Request,
  missing: string,
  named?: { fileName: string },
): AsyncGenerator<Buffer, void, undefined> {
  const boundary = boundaryIn(request.headers.get('content-type') ?? '');
  if (!boundary || !request.body) throw Invalid.at('file', missing);
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  // The first delimiter begins the body; with a line break before it, it looks like the others.
  let rest = Buffer.from('\r\n');
  let place: 'between' | 'headers' | 'wanted' = 'between';
  let isFound = false;
  // Never cancelled, even when the rest is not needed: Node's request stream does not survive it.
  for await (const chunk of request.body.values({ preventCancel: true })) {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      if (place === 'headers') {
        const end = rest.indexOf(blankLine);
        if (end < 0 && rest.length > mostHeaderBytes) throw Invalid.at('file', missing);
        if (end < 0) break;
        const { name, fileName } = namesIn(rest.subarray(0, end));
        const isWanted: boolean = !isFound && name === 'file';
        if (isWanted && named) named.fileName = fileName;
        isFound ||= isWanted;
        place = isWanted ? 'wanted' : 'between';
        rest = rest.subarray(end + blankLine.length);
        continue;
      }
      const end = rest.indexOf(delimiter);
      const content = end < 0 ? Math.max(0, rest.length - delimiter.length) : end;
      if (place === 'wanted' && content > 0) yield rest.subarray(0, content);
      rest = rest.subarray(end < 0 ? content : end + delimiter.length);
      if (end < 0) break;
      place = 'headers';
    }
  }
  if (!isFound || place === 'wanted') throw Invalid.at('file', missing);
}

function boundaryIn(contentType: string): string | null {
  if (!/^multipart\/form-data\s*;/i.test(contentType)) return null;
  const quoted = /;\s*boundary="([^"]+)"/i.exec(contentType);
  const boundary = (quoted ?? /;\s*boundary=([^;\s"]+)/i.exec(contentType))?.[1] ?? '';
  return boundary.length >= 1 && boundary.length <= 200 ? boundary : null;
}

function namesIn(headers: Buffer) {
  const [, disposition = ''] = /^content-disposition:(.*)$/im.exec(headers.toString('utf8')) ?? [];
  const valueOf = (pattern: RegExp) => pattern.exec(disposition)?.[1];
  // As programs encode a name that is not ASCII, and as browsers escape a quotation mark.
  const encoded = valueOf(/[;\s]filename\*=utf-8''([^;\s]*)/i);
  const plain = valueOf(/[;\s]filename="([^"]*)"/i)?.replaceAll('%22', '"') ?? '';
  const fileName = encoded === undefined ? plain : querystring.unescape(encoded);
  return { name: valueOf(/[;\s]name="([^"]*)"/i), fileName };
}
