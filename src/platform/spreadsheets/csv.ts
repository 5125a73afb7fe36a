/** Tables as CSV. Every cell is quoted, so that no separator splits it, and none is read as a formula. */

/** With the mark by which spreadsheet programs know UTF-8. */
export async function* writeCsv(pages: AsyncIterable<string[][]> | Iterable<string[][]>): AsyncGenerator<Uint8Array> {
  let begin = '\ufeff';
  for await (const rows of pages) {
    yield Buffer.from(begin + rows.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join(''));
    begin = '';
  }
}

function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r＝＋－＠]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
