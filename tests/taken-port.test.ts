import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { compileCache } from './support/compile-cache.ts';

test('a start on a taken port says so, and creates neither a database nor a password', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as { port: number };
  const dataDir = mkdtempSync(join(tmpdir(), 'taken-port-'));
  const env = {
    PATH: process.env.PATH ?? '',
    NODE_COMPILE_CACHE: compileCache,
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    PORT: String(port),
  };
  const root = resolve(import.meta.dirname, '..');
  const child = spawn(process.execPath, [join(root, 'src/app/main.ts')], { cwd: root, env });
  const ended = once(child, 'close');
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  expect((await ended)[0]).toBe(1);
  expect(errors).toContain(`Port ${port} is already in use. Stop the other program or set PORT to a free one.`);
  expect(output).not.toContain('password');
  expect(readdirSync(dataDir)).toEqual([]);
  taken.close();
});
