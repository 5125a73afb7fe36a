import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { findProgram } from './programs.ts';

/** The files of a folder by `python3 -m http.server`, the server that is on most machines. */
export async function serveFolderByPython(port: number, root: string) {
  const args = ['-m', 'http.server', String(port), '--bind', '127.0.0.1', '--directory', root];
  const child = spawn(findProgram('python3') ?? '', args, { stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  while (!(await fetch(url).catch(() => null))) await new Promise((later) => setTimeout(later, 50));
  const stop = async () => {
    child.kill();
    await once(child, 'exit');
  };
  return { url, stop };
}
