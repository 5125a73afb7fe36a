/** Ill sites, as `ill-sites.test.ts` has them: SITE_URL, the proxy before the site, and its certificate. */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener, request as send } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { certificateVerdict } from '#app/doctor/checks-of-address.ts';
import { examine } from '#app/doctor/doctor.ts';
import { ownContext } from '#app/doctor/examine-itself.ts';
import { prepareProbe } from '#app/monitoring/probe.ts';
import { openHttpHandler } from './support/http-handler.ts';
import { isLacking } from './support/programs.ts';
import { testApp } from './support/test-app.ts';

type Way = 'adds' | 'replaces' | 'removes' | 'keeps';

/** A proxy that passes requests on to `target`, and does this to X-Forwarded-For. */
async function proxy(target: string, way: Way) {
  return listening((request, response) => {
    const given = request.headers['x-forwarded-for'];
    const headers = { ...request.headers };
    if (way === 'adds') headers['x-forwarded-for'] = `${String(given)}, 203.0.113.9`;
    if (way === 'replaces') headers['x-forwarded-for'] = '203.0.113.9';
    if (way === 'removes') delete headers['x-forwarded-for'];
    send(`${target}${request.url}`, { headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    }).end();
  });
}

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
async function verdicts(trustProxy: boolean, at: (url: string, own: AsyncDisposableStack) => Promise<string>) {
  await using app = await testApp({ config: { trustProxy } });
  await prepareProbe(app.db);
  await using handler = await openHttpHandler(app);
  await using own = new AsyncDisposableStack();
  const context = ownContext(app.context);
  const siteUrl = await at(handler.url, own);
  const findings = await examine({ ...context, config: { ...context.config, siteUrl } });
  return Object.fromEntries(findings.map((finding) => [finding.check, finding]));
}

const proxies: [trusts: boolean, way: Way | null, level: string, said: RegExp][] = [
  [false, null, 'good', /sees who asks/],
  [true, 'adds', 'good', /trusts it/],
  [true, 'replaces', 'good', /trusts it/],
  [true, null, 'bad', /anybody can pretend/],
  [true, 'keeps', 'bad', /anybody can pretend/],
  [true, 'removes', 'bad', /does not say who asks/],
  [false, 'adds', 'bad', /TRUST_PROXY is not set/],
  [false, 'replaces', 'bad', /TRUST_PROXY is not set/],
];

test.each(proxies)('TRUST_PROXY=%s behind a proxy that %s X-Forwarded-For is %s', async (trusts, way, level, said) => {
  const { proxy: found, reach } = await verdicts(trusts, async (url, own) =>
    way ? own.use(await proxy(url, way)).url : url,
  );
  expect(found).toMatchObject({ level, sentence: expect.stringMatching(said) });
  // Not encrypted, but this site.
  expect(reach).toMatchObject({ level: 'look', sentence: expect.stringMatching(/leads to this site, but/) });
});

describe('a wrong SITE_URL is named', () => {
  const wrong: [name: string, said: RegExp, listener: RequestListener][] = [
    ['another site', /something else answers 200/, (_, response) => response.end('{"proof":"x"}')],
    ['nothing of this site', /something else answers 404/, (_, response) => response.writeHead(404).end()],
    [
      'another address',
      /leads on to another address: https:\/\/www/,
      (_, response) => response.writeHead(301, { location: 'https://www.society.org/.well-known/site-probe' }).end(),
    ],
    ['a proxy without a site', /answers 502/, (_, response) => response.writeHead(502).end()],
  ];
  test.each(wrong)('that leads to %s', async (_name, said, listener) => {
    const { reach } = await verdicts(false, async (_url, own) => own.use(await listening(listener)).url);
    expect(reach).toMatchObject({
      level: 'bad',
      sentence: expect.stringMatching(said),
      todo: expect.stringMatching(/./),
    });
  });

  test('that leads nowhere, and one that is nobody’s', async () => {
    const away = await verdicts(false, async () => 'http://127.0.0.1:9');
    expect(away.reach).toMatchObject({ level: 'look', sentence: expect.stringMatching(/cannot be reached/) });
    const unset = await verdicts(false, async () => 'http://localhost:3000');
    expect(unset.reach).toMatchObject({ level: 'look', sentence: expect.stringMatching(/lead nowhere/) });
  });
});

test.skipIf(isLacking('openssl'))('a certificate that nobody has signed is named, with its days', async () => {
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
  await prepareProbe(app.db);
  const server = createTlsServer(
    { key: readFileSync(key as string), cert: readFileSync(cert as string) },
    (_, response) => response.end(),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const siteUrl = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const fourDaysLater = new Date(Date.now() + 4.5 * 86_400_000);
  const context = ownContext(app.context);
  const findings = await examine({ ...context, now: fourDaysLater, config: { ...context.config, siteUrl } });
  server.close().closeAllConnections();
  const found = Object.fromEntries(findings.map((finding) => [finding.check, finding]));
  expect(found.reach).toMatchObject({ level: 'bad', sentence: expect.stringMatching(/do not trust the certificate/) });
  expect(found.certificate).toMatchObject({ level: 'bad', sentence: expect.stringMatching(/ends in 0 days/) });
});

test.each([
  ['of 45 days, when a proxy renews it', 45, 14, 'good'],
  ['of 45 days, late', 45, 11, 'look'],
  ['of 45 days, very late', 45, 7, 'bad'],
  ['of 6 days, new', 6, 5, 'good'],
  ['of 6 days, when a proxy renews it', 6, 2, 'good'],
  ['of 6 days, very late', 6, 0.5, 'bad'],
])('a certificate %s, is measured by its own life', (_name, lifetime, left, level) => {
  const now = new Date('2026-11-21T12:00:00.000Z');
  const inDays = (count: number) => new Date(now.getTime() + count * 86_400_000);
  expect(certificateVerdict({ validFrom: inDays(left - lifetime), validTo: inDays(left) }, now).level).toBe(level);
});

test.each([
  [60, 'good'],
  [20, 'look'],
  [13, 'bad'],
  [-1, 'bad'],
])('a certificate with %i more days is %s', (days, level) => {
  const now = new Date('2026-11-21T12:00:00.000Z');
  const in_ = (count: number) => new Date(now.getTime() + count * 86_400_000 + 1000);
  expect(certificateVerdict({ validFrom: in_(-90), validTo: in_(days) }, now).level).toBe(level);
  expect(certificateVerdict({ validFrom: in_(1), validTo: in_(90) }, now).sentence).toMatch(/clock/);
});
