/**
 * Refuses regular expressions in src/ that a hostile text keeps busy for longer than in proportion to its length. One that
 * only sees short or trusted texts has a comment on the line before it: `bounded:` and why.
 */
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { check } from 'recheck';
import { parseSync, Visitor } from 'vite';

type Pattern = { place: string; source: string; flags: string };

const root = resolve(import.meta.dirname, '..');
const timeoutMs = 20_000;

const found = globSync('src/**/*.{ts,tsx}', { cwd: root })
  .filter((file) => !/\.test\.tsx?$/.test(file))
  .flatMap(patternsOf);
const faults: string[] = [];
for (const { place, source, flags } of found) {
  const { status, ...rest } = await check(source, flags, { timeout: timeoutMs });
  if (status !== 'safe')
    faults.push(`${place} /${source}/${flags}: ${'complexity' in rest ? rest.complexity?.summary : 'cannot tell'}`);
}
console.log(faults.length > 0 ? faults.join('\n') : `${found.length} patterns, none can be kept busy`);
process.exit(faults.length > 0 ? 1 : 0);

/** Without those that say why they are bounded. */
function patternsOf(file: string): Pattern[] {
  const code = readFileSync(join(root, file), 'utf8');
  const lines = code.split('\n');
  const patterns: Pattern[] = [];
  const visitor = new Visitor({
    Literal(node) {
      if (!('regex' in node)) return;
      const line = code.slice(0, node.start).split('\n').length;
      if (lines[line - 2]?.includes('// bounded: ')) return;
      patterns.push({ place: `${file}:${line}`, source: node.regex.pattern, flags: node.regex.flags });
    },
  });
  visitor.visit(parseSync(file, code).program);
  return patterns;
}
