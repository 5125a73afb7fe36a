/** Types the steps of docs/how-to/add-a-field.md on a copy of the sources: they are few, and the check and the tests are green. */
import { execFile, execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { patient } from './support/patience.ts';

const root = resolve(import.meta.dirname, '..');
const page = readFileSync(join(root, 'docs/how-to/add-a-field.md'), 'utf8');

type Step = { files: string[]; place: { side: string; anchor: string } | null; code: string };

/** Where each block of the page goes: new files, or behind or before words of a file. */
function steps(): Step[] {
  const blocks = page.matchAll(/^(\d\. .*)\n\n {3}```\w+\n([\s\S]*?)^ {3}```$/gm);
  return [...blocks].map(([, words = '', block = '']) => {
    const [, side = '', anchor = ''] = /(behind|before) `([^`]+)`:$/.exec(words) ?? [];
    const files = [...words.replace(/(behind|before) `.*/, '').matchAll(/`([^`]+)`/g)].map(([, file = '']) => file);
    return { files, place: side ? { side, anchor } : null, code: block.replace(/^ {3}/gm, '') };
  });
}

function nextNumber(): string {
  const names = readdirSync(join(root, 'db/migrations/sqlite')).sort();
  return String(Number(names.at(-1)?.slice(0, 4)) + 1).padStart(4, '0');
}

/** The code on lines of its own, on the given side of the line with the words. */
function inserted(text: string, { side, anchor }: NonNullable<Step['place']>, code: string): string {
  const lines = text.split('\n');
  const at = lines.findIndex((line) => line.includes(anchor));
  expect(at, anchor).toBeGreaterThanOrEqual(0);
  lines.splice(side === 'behind' ? at + 1 : at, 0, code.replace(/\n$/, ''));
  return lines.join('\n');
}

test(
  'adding a field as the how-to says takes at most 25 lines in 6 files, and the check and the nearest tests pass',
  async () => {
    const copy = mkdtempSync(join(tmpdir(), 'site-field-'));
    const bin = join(root, 'node_modules/.bin');
    const own = Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST'));
    const run = async (command: string, args: string[], more = {}) => {
      const env = { ...Object.fromEntries(own), PATH: [bin, process.env.PATH].join(delimiter), ...more };
      const { stdout, failed } = await promisify(execFile)(join(bin, command), args, { cwd: copy, env }).then(
        (done) => ({ ...done, failed: false }),
        ({ stdout, stderr }: { stdout: string; stderr: string }) => ({ stdout: stdout + stderr, failed: true }),
      );
      expect(failed && stdout.slice(-4000), `${command} ${args.join(' ')}`).toBe(false);
    };
    try {
      for (const file of execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n'))
        if (existsSync(join(root, file))) cpSync(join(root, file), join(copy, file), { recursive: true });
      symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
      const number = nextNumber();
      const written = new Map<string, number>();
      for (const { files, place, code } of steps())
        for (const name of files) {
          const file = name.replace('NNNN', number);
          const path = join(copy, file);
          writeFileSync(path, place ? inserted(readFileSync(path, 'utf8'), place, code) : code);
          written.set(file, (written.get(file) ?? 0) + code.trimEnd().split('\n').length);
        }
      expect(written.size).toBe(6);
      const lines = [...written.values()].reduce((sum, count) => sum + count, 0);
      expect(lines).toBeLessThanOrEqual(25);
      expect(page).toContain(`6 files and ${lines} lines`);

      await run('vitest', ['run', 'tests/schema.test.ts'], { WRITE_SCHEMA: 'true' });
      await run('node', ['scripts/check.ts']);
      const nearest = [
        'src/features/events',
        'src/features/revisions',
        'src/app/kinds.test.ts',
        'tests/schema.test.ts',
      ];
      await run('vitest', ['run', ...nearest]);
    } finally {
      rmSync(copy, { recursive: true, force: true });
    }
  },
  patient(15 * 60_000),
);
