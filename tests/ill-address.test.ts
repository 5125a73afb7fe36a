/** Ill sites, as `ill-sites.test.ts` has them: SITE_URL and its certificate. */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { healthDependencies } from '#app/monitoring/health-dependencies.ts';
import { endingCertificateVerdict, siteUrlVerdict } from '#features/health/checks/site-url-check.server.ts';
import { runningSiteContext } from '#features/health/doctor.server.ts';
import { openHttpHandler } from './support/http-handler.ts';
import { isLacking } from './support/programs.ts';
import { testApp } from './support/test-app.ts';

async function listening(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => server.close().closeAllConnections(),
  };
}

/** What the running site says of itself when SITE_URL is what `at` answers. */
async function verdictAt(at: (url: string, own: AsyncDisposableStack) => Promise<string>) {
  await using app = await testApp();
  await using handler = await openHttpHandler(app);
  await using own = new AsyncDisposableStack();
  const context = runningSiteContext(app.context, healthDependencies);
  const siteUrl = await at(handler.url, own);
  return await siteUrlVerdict({ ...context, config: { ...context.config, siteUrl } });
}

test('a SITE_URL that leads to this site on this machine alone, or without encryption, is named', async () => {
  expect(await verdictAt(async (url) => url)).toMatchObject({
    level: 'look',
    sentence: expect.stringMatching(/no one else can open/),
  });
  // The same machine, by an address that does not show it.
  expect(await verdictAt(async (url) => url.replace('127.0.0.1', '[::ffff:127.0.0.1]'))).toMatchObject({
    level: 'look',
    sentence: expect.stringMatching(/leads to this site, but without encryption/),
  });
});

describe('a wrong SITE_URL is named', () => {
  const wrong: [name: string, said: RegExp, listener: RequestListener][] = [
    ['another site', /something else answers 200/, (_, response) => response.end('{"status":"else"}')],
    ['nothing of this site', /something else answers 404/, (_, response) => response.writeHead(404).end()],
    [
      'another address',
      /redirects to another address: https:\/\/www/,
      (_, response) => response.writeHead(301, { location: 'https://www.society.org/healthz' }).end(),
    ],
    ['a proxy without a site', /answers 502/, (_, response) => response.writeHead(502).end()],
  ];
  test.each(wrong)('that leads to %s', async (_name, said, listener) => {
    const reach = await verdictAt(async (_url, own) => own.use(await listening(listener)).url);
    expect(reach).toMatchObject({
      level: 'bad',
      sentence: expect.stringMatching(said),
      todo: expect.stringMatching(/./),
    });
  });

  test('that leads nowhere, and one of a reserved domain', async () => {
    const away = await verdictAt(async () => 'http://127.0.0.1:9');
    expect(away).toMatchObject({ level: 'look', sentence: expect.stringMatching(/cannot be reached/) });
    const unset = await verdictAt(async () => 'http://localhost:3000');
    expect(unset).toMatchObject({ level: 'look', sentence: expect.stringMatching(/lead nowhere/) });
  });
});

test.skipIf(isLacking('openssl'))('a self-signed certificate is named, and one that ends soon', async () => {
  await using app = await testApp();
  const folder = app.context.config.dataDir;
  const [key, cert] = ['key.pem', 'cert.pem'].map((name) => join(folder, name));
  const made = [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-keyout',
    key,
    '-out',
    cert,
    '-days',
    '5',
    '-subj',
    '/CN=localhost',
  ];
  expect(spawnSync('openssl', made as string[]).status).toBe(0);
  const server = createTlsServer(
    { key: readFileSync(key as string), cert: readFileSync(cert as string) },
    (_, response) => response.end(),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const siteUrl = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const context = runningSiteContext(app.context, healthDependencies);
  const found = await siteUrlVerdict({ ...context, config: { ...context.config, siteUrl } });
  const ending = async (days: number) =>
    (await endingCertificateVerdict(siteUrl, new Date(Date.now() + days * 86_400_000)))?.sentence ?? null;
  expect(await ending(4)).toBeNull();
  expect(await ending(4.5)).toMatch(
    /^The certificate of 127\.0\.0\.1 ends on 2\d{3}-\d\d-\d\d, and has not been renewed\.$/,
  );
  server.close().closeAllConnections();
  expect(found).toMatchObject({ level: 'bad', sentence: expect.stringMatching(/do not trust the certificate/) });
});
