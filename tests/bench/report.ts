/** What a benchmark says goes to the console and, when it ran as it is meant to, into docs/benchmarks.md. */
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

const document = resolve(import.meta.dirname, '../../docs/benchmarks.md');
const said: string[] = [];

export function say(line: string): void {
  console.log(line);
  said.push(line);
}

/**
 * Puts all that was said between the marks `<!-- name -->` and `<!-- end of name -->`. A run with arguments of its own was
 * a try, and leaves the document alone.
 */
export function keep(name: string): void {
  if (process.argv.length > 2) return;
  const [start, end] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`];
  const text = readFileSync(document, 'utf8');
  const [before, rest] = parted(text, start);
  const [, after] = parted(rest, end);
  const month = new Date().toLocaleString('en', { month: 'long', year: 'numeric' });
  writeFileSync(document, `${before}${start}\n${said.join('\n').trim()}\n\nTaken in ${month}.\n${end}${after}`);
}

function parted(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark);
  if (at < 0) throw new Error(`docs/benchmarks.md has no ${mark}`);
  return [text.slice(0, at), text.slice(at + mark.length)];
}
