import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import { expect, test } from 'vitest';
import { isLacking } from '#tests/support/programs.ts';
import { readUnreadBounces } from './imap.ts';

test.skipIf(isLacking('openssl'))(
  'a mailbox on this machine may have any certificate, elsewhere only a trusted one',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'imap-'));
    const made = 'req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out cert.pem -days 5 -subj /CN=mail';
    expect(spawnSync('openssl', made.split(' '), { cwd: folder }).status).toBe(0);
    const [key, cert] = ['key.pem', 'cert.pem'].map((name) => readFileSync(join(folder, name)));
    rmSync(folder, { recursive: true });
    const server = createServer({ key, cert }, (socket) => socket.on('error', () => {}).end('* NO Only a test\r\n'));
    server.on('tlsClientError', () => {});
    server.listen(0);
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const failure = (host: string) =>
      readUnreadBounces(`imaps://news:secret@${host}:${port}`, async () => {}).catch(
        ({ code }: { code: string }) => code,
      );
    expect(await failure('127.0.0.1')).not.toMatch(/CERT/);
    expect(await failure('[::ffff:127.0.0.1]')).toMatch(/CERT/);
    server.close();
  },
);
