import { expect, test } from 'vitest';
import { otherSite, publicAddress } from '#tests/support/other-site.ts';
import { fetchPublic, type Internet, internet, NotFetched } from './fetch-public.ts';

const limits = { bytes: 100_000, ms: 5_000, redirects: 3 };
const refused = async (url: string, network?: Internet) => {
  await expect(fetchPublic(url, limits, network), url).rejects.toThrow(NotFetched);
};

test('no address of an internal network is connected to, whatever its name or notation', async () => {
  const names = {
    'inner.example': ['10.0.0.5'],
    'metadata.example': ['169.254.169.254'],
    'both.example': [publicAddress, '127.0.0.1'],
    'mapped.example': ['::ffff:10.0.0.5'],
    'translated.example': ['64:ff9b::a00:5'],
    localhost: ['127.0.0.1', '::1'],
    'empty.example': [],
  };
  await using site = await otherSite((_request, response) => void response.end('secret'), names);
  const hosts = [
    ...Object.keys(names),
    ...'127.0.0.1 127.1 2130706433 0x7f000001 0177.0.0.1 0 10.0.0.1 192.168.0.1 169.254.169.254'.split(' '),
    ...'::1 :: ::ffff:127.0.0.1 ::ffff:a9fe:a9fe fe80::1 fd00:ec2::254 64:ff9b::7f00:1 2002:7f00:1::'
      .split(' ')
      .map((host) => `[${host}]`),
    ...['127.0.0.1.:80', '①②⑦.0.0.1', 'pictures.example:8080', 'pictures.example@127.0.0.1', 'unknown.example'],
  ];
  for (const host of hosts) await refused(`http://${host}/`, site.internet);
  const others = [
    'file:///etc/passwd',
    'ftp://pictures.example/a.png',
    'data:image/png;base64,',
    'javascript:alert(1)',
  ];
  for (const url of ['http://user:pass@pictures.example/', ...others]) await refused(url, site.internet);
  expect(site.connected).toEqual([]);
});

test('nothing of this machine is fetched through its own network', async () => {
  const connected: string[] = [];
  const own: Internet = {
    ...internet,
    connect: (...given) => {
      connected.push(given[0]);
      return internet.connect(...given);
    },
  };
  for (const host of ['127.0.0.1', '169.254.169.254', 'localhost', '[::1]']) await refused(`http://${host}/`, own);
  expect(connected).toEqual([]);
});

test('each redirect is checked again', async () => {
  const places: Record<string, string> = {
    '/moved': '/here.jpg',
    '/inner': 'http://10.0.0.5/latest/meta-data',
    '/named': 'http://inner.example/',
    '/port': 'http://pictures.example:6379/',
    '/file': 'file:///etc/passwd',
    '/round': '/round',
  };
  await using site = await otherSite(
    ({ url = '' }, response) => {
      const location = places[url];
      if (location) response.writeHead(302, { location }).end();
      else response.end('a picture');
    },
    { 'inner.example': ['192.168.0.1'] },
  );
  expect(String(await fetchPublic('http://pictures.example/moved', limits, site.internet))).toBe('a picture');
  for (const path of ['/inner', '/named', '/port', '/file', '/round'])
    await refused(`http://pictures.example${path}`, site.internet);
  expect(new Set(site.connected)).toEqual(new Set([`${publicAddress}:80`]));
  expect(site.asked.filter((one) => one.endsWith('/round'))).toHaveLength(4);
});

test('a file that is too large, cut off, too slow or missing is not taken', async () => {
  await using site = await otherSite(({ url }, response) => {
    if (url === '/large') response.setHeader('content-length', '20000000').write('x');
    else if (url === '/endless') {
      const more = () => response.write(Buffer.alloc(64 * 1024)) && setImmediate(more);
      response.on('drain', more);
      more();
    } else if (url === '/cut') {
      response.setHeader('content-length', '1000').write('x');
      setTimeout(() => response.destroy(), 20);
    } else if (url !== '/slow') response.writeHead(404).end();
  });
  for (const path of ['/large', '/endless', '/cut', '/gone'])
    await refused(`http://pictures.example${path}`, site.internet);
  const slow = fetchPublic('http://pictures.example/slow', { ...limits, ms: 200 }, site.internet);
  await expect(slow).rejects.toThrow(NotFetched);
});
