/** Colours the code blocks of an article when it is saved, so that neither the server nor a script does it for each view. */

import { decodeEntities } from '#shared/html/entities.ts';

/** Characters of one block and of all blocks of an article; what exceeds them stays plain. */
const longestBlock = 20_000;
const mostCode = 200_000;
/** Coloured code may be sixteen times as long, and each page contains it twice; ordinary code becomes four times as long. */
const mostColoured = 1_500_000;
/** Some code takes the highlighter a thousand times as long as other code. */
const mostMs = 5_000;

const opening = /<pre\b[^<>]*>(?:<code>)?/g;
const languageName = /\sdata-language="([\w-]+)"/;

export function hasCode(html: string): boolean {
  return html.includes('data-language=') || html.includes('language-');
}

/** A block is `<pre data-language="…">`, with or without `<code>`, around escaped text. Empty when nothing is coloured. */
export async function highlightCode(html: string): Promise<string> {
  const { highlighter } = await import('../editor/highlighter.ts');
  const pieces: string[] = [];
  let written = 0;
  let code = 0;
  let coloured = 0;
  const deadline = performance.now() + mostMs;
  for (const open of html.matchAll(opening)) {
    const start = open.index + open[0].length;
    const end = html.indexOf('<', start);
    const language = languageName.exec(open[0])?.[1] ?? '';
    if (!/^<\/(?:pre|code)>$/.test(html.slice(end, html.indexOf('>', end) + 1)) || !highlighter.getLanguage(language))
      continue;
    const block = html.slice(start, end);
    if (block.length > longestBlock || code + block.length > mostCode || performance.now() > deadline) continue;
    code += block.length;
    const { value } = highlighter.highlight(decodeEntities(block), { language, ignoreIllegals: true });
    if (coloured + value.length > mostColoured) continue;
    coloured += value.length;
    pieces.push(html.slice(written, start), value);
    written = end;
  }
  return written === 0 ? '' : pieces.join('') + html.slice(written);
}
