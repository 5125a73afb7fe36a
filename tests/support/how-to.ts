/** The commands of the how-to pages as they stand there, and someone who types them. */
import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { promisify } from 'node:util';

const root = resolve(import.meta.dirname, '../..');
const run = promisify(execFile);

/** The fenced blocks of a language, in their order; with '' those that name none. `page` is a path in the repository. */
export function codeBlocks(page: string, language = 'sh'): string[] {
  const fences = readFileSync(join(root, page), 'utf8').matchAll(/^( *)```(\w*)\n([\s\S]*?)^\1```$/gm);
  return [...fences].filter(([, , name]) => name === language).map(([, , , code = '']) => code);
}

/** @throws Error unless exactly one block of the page holds the words */
export function blockWith(page: string, words: string, language = 'sh'): string {
  const [block, ...others] = codeBlocks(page, language).filter((code) => code.includes(words));
  if (block === undefined || others.length > 0)
    throw new Error(`${page} has ${block === undefined ? 'no block' : 'several blocks'} with "${words}"`);
  return block;
}

export type Typed = { status: number; told: string };
type Programs = Record<string, string>;

/**
 * Types commands in a folder, with nothing in the environment but `env`. `programs` stand before those of the machine, each as the
 * lines of a shell script; `sudo` is one that runs what follows.
 */
export function typist(folder: string, { programs = {}, env = {} }: { programs?: Programs; env?: Programs } = {}) {
  const own = mkdtempSync(join(tmpdir(), 'typed-'));
  for (const [name, code] of Object.entries({ sudo: 'exec "$@"', ...programs })) {
    writeFileSync(join(own, name), `#!/bin/sh\n${code}\n`);
    chmodSync(join(own, name), 0o755);
  }
  mkdirSync(folder, { recursive: true });
  const PATH = [own, process.env.PATH].join(delimiter);

  /** Answers also when a command fails: the block ends there, as with `set -e`. */
  async function tryTo(code: string, more: Programs = {}): Promise<Typed> {
    try {
      const { stdout, stderr } = await run('bash', ['-ec', code], { cwd: folder, env: { PATH, ...env, ...more } });
      return { status: 0, told: stdout + stderr };
    } catch (error) {
      const { code: status, stdout, stderr } = error as { code?: unknown; stdout?: string; stderr?: string };
      if (typeof status !== 'number') throw error;
      return { status, told: `${stdout}${stderr}` };
    }
  }

  /** @throws Error with what was printed when a command fails */
  async function type(code: string, more: Programs = {}): Promise<string> {
    const { status, told } = await tryTo(code, more);
    if (status !== 0) throw new Error(`It ended with ${status}:\n${code}\n${told}`);
    return told;
  }

  return { type, tryTo, [Symbol.dispose]: () => rmSync(own, { recursive: true, force: true }) };
}
