/**
 * Refuses regular expressions in src/ whose time grows faster than the length of the text. Decides by automata, so that the
 * result is the same each time. An expression that automata cannot read (lookaround, back-references), or that only gets short or
 * trusted texts, has a comment on the line before it: `// bounded: ` and why. `npm run check` limits its processor time: by the clock
 * a busy machine would be judged.
 */
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { check } from 'recheck';
import { parseSync, Visitor } from 'vite';

type Pattern = { places: string[]; source: string; flags: string };

const root = resolve(import.meta.dirname, '..');
const atOnce = 2;

const patterns = found();
const waiting = [...patterns];
const underWay = new Set<Pattern>();
const faults: string[] = [];
process.once('exit', () => {
  for (const { places, source } of underWay)
    console.log(`${places.join(', ')} /${source}/: not within the processor time`);
});
await Promise.all(Array.from({ length: atOnce }, checkWaiting));
console.log(faults.length > 0 ? faults.sort().join('\n') : `${patterns.length} patterns, none can be kept busy`);
process.exit(faults.length > 0 ? 1 : 0);

async function checkWaiting(): Promise<void> {
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const { places, source, flags } = next;
    underWay.add(next);
    const verdict = await check(source, flags, { checker: 'automaton', timeout: null });
    underWay.delete(next);
    if (verdict.status === 'safe') continue;
    const said = verdict.status === 'vulnerable' ? verdict.complexity.summary : `cannot tell (${why(verdict.error)})`;
    faults.push(
      `${places.join(', ')} /${source}/${flags}: ${said}; rewrite it, or say above it '// bounded: ' and why`,
    );
  }
}

function why(error: { kind: string; message?: string }): string {
  return error.message ?? error.kind;
}

/** Each expression once, without those that are marked as bounded. */
function found(): Pattern[] {
  const byText = new Map<string, Pattern>();
  for (const file of globSync('src/**/*.{ts,tsx}', { cwd: root }).sort()) {
    if (/\.test\.tsx?$/.test(file)) continue;
    const code = readFileSync(join(root, file), 'utf8');
    const lines = code.split('\n');
    const visitor = new Visitor({
      Literal(node) {
        if (!('regex' in node)) return;
        const line = code.slice(0, node.start).split('\n').length;
        if (lines[line - 2]?.includes('// bounded: ')) return;
        const { pattern: source, flags } = node.regex;
        const pattern = byText.get(`/${source}/${flags}`) ?? { places: [], source, flags };
        pattern.places.push(`${file}:${line}`);
        byText.set(`/${source}/${flags}`, pattern);
      },
    });
    visitor.visit(parseSync(file, code).program);
  }
  return [...byText.values()];
}
