/** Pictures of other websites: a real server here, which tests reach under names and addresses that are made up for it. */
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, test } from 'vitest';
import type { Internet } from '#platform/internet/fetch-public.ts';
import { s3Store } from '#platform/storage/s3.ts';
import type { Store } from '#platform/storage/store.ts';
import { pictureMessages } from '#shared/picture-upload.ts';
import { engines } from '#tests/support/database.ts';
import { plainJpeg } from '#tests/support/photos.ts';
import { s3Server } from '#tests/support/s3.ts';
import { testApp } from '#tests/support/test-app.ts';

const publicAddress = '93.184.215.14';
type Names = Record<string, string[]>;

/** A website at `publicAddress`, and an internet in which `names` lead to addresses. */
async function website(answer: RequestListener, names: Names = {}) {
  const asked: string[] = [];
  const resolved: string[] = [];
  const connected: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.headers.host}${request.url}`);
    answer(request, response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const known: Names = { 'pictures.example': [publicAddress], ...names };
  const internet: Internet = {
    resolve: async (host) => {
      resolved.push(host);
      const found = known[host];
      if (!found) throw new Error(`no such name: ${host}`);
      return found;
    },
    connect: (address, given) => {
      connected.push(`${address}:${given}`);
      return connect({ host: '127.0.0.1', port });
    },
  };
  const stop = () => new Promise<void>((done) => server.close(() => done()).closeAllConnections());
  return { internet, asked, resolved, connected, [Symbol.asyncDispose]: stop };
}

async function appWith(internet: Internet, engine: 'sqlite' | 'postgres' = 'sqlite', store?: Store) {
  const app = await testApp({ engine, ...(store && { store }) });
  app.context.internet = internet;
  const token = await app.signIn();
  const ask = (url: string) =>
    app.json<{ imageUrl: string; path: string; message: string }>('POST', '/uploads/articles/fetch', { url }, token);
  return { app, ask, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() };
}

test.for(engines)('a picture becomes one of ours: re-encoded, without what the camera wrote, on %s', async (engine) => {
  const bytes = await plainJpeg(900, 600);
  await using site = await website((_request, response) => void response.end(bytes));
  await using here = await appWith(site.internet, engine);
  const { status, body } = await here.ask('http://pictures.example/a/bat.jpg?size=large');
  expect(status).toBe(201);
  expect(body.imageUrl).toMatch(/^\/uploads\/articles\/[\w-]+\.jpg$/);
  expect(site.asked).toEqual(['pictures.example/a/bat.jpg?size=large']);
  expect(site.connected).toEqual([`${publicAddress}:80`]);
  const row = await here.app.db.selectFrom('uploads').select(['width', 'height', 'administratorId']).executeTakeFirst();
  expect(row).toEqual({ width: 900, height: 600, administratorId: 1 });
});

test('no address of an inner network is asked, by whichever name or notation', async () => {
  const names = {
    'inner.example': ['10.0.0.5'],
    'metadata.example': ['169.254.169.254'],
    'both.example': [publicAddress, '127.0.0.1'],
    'mapped.example': ['::ffff:10.0.0.5'],
    'translated.example': ['64:ff9b::a00:5'],
    localhost: ['127.0.0.1', '::1'],
    'empty.example': [],
  };
  await using site = await website((_request, response) => void response.end('secret'), names);
  await using here = await appWith(site.internet);
  const hostile = [
    ...Object.keys(names).map((name) => `http://${name}/`),
    ...'127.0.0.1 127.1 2130706433 0x7f000001 0177.0.0.1 0 10.0.0.1 192.168.0.1 169.254.169.254'
      .split(' ')
      .map((host) => `http://${host}/`),
    ...'::1 :: ::ffff:127.0.0.1 ::ffff:a9fe:a9fe fe80::1 fd00:ec2::254 64:ff9b::7f00:1 2002:7f00:1::'
      .split(' ')
      .map((host) => `http://[${host}]/`),
    'http://127.0.0.1.:80/',
    'http://①②⑦.0.0.1/',
    'http://pictures.example:8080/',
    'http://pictures.example@127.0.0.1/',
    'http://user:pass@pictures.example/',
    'http://unknown.example/',
    'file:///etc/passwd',
    'ftp://pictures.example/a.png',
    'gopher://pictures.example/',
    'data:image/svg+xml,<svg/>',
    'javascript:alert(1)',
  ];
  for (const url of hostile) {
    const { status, body } = await here.ask(url);
    expect([url, status, body.message]).toEqual([url, 400, pictureMessages.notFetched]);
  }
  expect(site.connected).toEqual([]);
});

test('each redirect is looked at again, and a name is looked up once for each connection', async () => {
  const bytes = await plainJpeg(40, 30);
  const to = (location: string) => ({ status: 302, location });
  const answers: Record<string, { status: number; location: string }> = {
    '/moved': to('/here.jpg'),
    '/inner': to('http://10.0.0.5/latest/meta-data'),
    '/named': to('http://inner.example/'),
    '/port': to('http://pictures.example:6379/'),
    '/file': to('file:///etc/passwd'),
    '/round': to('/round'),
  };
  await using site = await website(
    (request, response) => {
      const found = answers[request.url ?? ''];
      if (found) response.writeHead(found.status, { location: found.location }).end();
      else response.end(bytes);
    },
    { 'inner.example': ['192.168.0.1'] },
  );
  await using here = await appWith(site.internet);
  expect((await here.ask('http://pictures.example/moved')).status).toBe(201);
  expect(site.resolved).toEqual(['pictures.example', 'pictures.example']);
  site.connected.length = 0;
  for (const path of ['/inner', '/named', '/port', '/file', '/round'])
    expect([path, (await here.ask(`http://pictures.example${path}`)).status]).toEqual([path, 400]);
  expect(new Set(site.connected)).toEqual(new Set([`${publicAddress}:80`]));
  expect(site.asked.filter((one) => one.endsWith('/round'))).toHaveLength(4);
});

test('nothing but a picture is kept: no drawing, no page, nothing too large, nothing cut off', async () => {
  await using site = await website((request, response) => {
    if (request.url === '/a.svg')
      response.setHeader('content-type', 'image/svg+xml').end('<svg xmlns="http://www.w3.org/2000/svg"/>');
    else if (request.url === '/a.html') response.setHeader('content-type', 'image/png').end('<html>');
    else if (request.url === '/large') response.setHeader('content-length', '20000000').write('x');
    else if (request.url === '/endless') {
      const more = () => response.write(Buffer.alloc(64 * 1024)) && setImmediate(more);
      response.on('drain', more);
      more();
    } else if (request.url === '/cut') {
      response.setHeader('content-length', '1000').write('x');
      setTimeout(() => response.destroy(), 20);
    } else response.writeHead(404).end();
  });
  await using here = await appWith(site.internet);
  for (const path of ['/a.svg', '/a.html', '/large', '/endless', '/cut', '/gone']) {
    const { status, body } = await here.ask(`http://pictures.example${path}`);
    expect([path, status, body.message]).toEqual([path, 400, pictureMessages.notFetched]);
  }
  expect(await here.app.db.selectFrom('uploads').selectAll().execute()).toEqual([]);
});

test.for(engines)('a picture of the own store is answered as it is, on %s', async (engine) => {
  await using server = await s3Server();
  const publicUrl = `${server.settings.endpoint}/${server.settings.bucket}`;
  const bytes = await plainJpeg(900, 600);
  await using site = await website((_request, response) => void response.end(bytes));
  await using here = await appWith(site.internet, engine, s3Store({ ...server.settings, publicUrl }));
  const { body } = await here.ask('http://pictures.example/bat.jpg');
  expect(body.imageUrl).toBe(`${publicUrl}/${body.path}`);
  expect(await here.ask(body.imageUrl)).toMatchObject({ status: 201, body });
  expect(site.asked).toEqual(['pictures.example/bat.jpg']);
  expect(await here.app.db.selectFrom('uploads').select('url').execute()).toEqual([{ url: body.imageUrl }]);

  // Once removed it is as any other address.
  await here.app.db.updateTable('uploads').set({ removedAt: '2026-01-01T00:00:00.000Z' }).execute();
  expect(await here.ask(body.imageUrl)).toMatchObject({ status: 400, body: { message: pictureMessages.notFetched } });
});

test('visitors fetch nothing', async () => {
  await using site = await website((_request, response) => void response.end());
  await using here = await appWith(site.internet);
  const { status } = await here.app.json('POST', '/uploads/articles/fetch', { url: 'http://pictures.example/a.png' });
  expect([status, site.connected]).toEqual([401, []]);
});
