/** Pictures of an import are asked for on the public internet alone, watched at the socket. */
import { expect, test } from 'vitest';
import { importer } from './support/imports.ts';
import { otherSite, publicAddress } from './support/other-site.ts';
import { testApp } from './support/test-app.ts';

test('169.254.169.254, 127.0.0.1, file: and what leads to them get no request', async () => {
  await using app = await testApp();
  const inner = [
    'http://169.254.169.254/latest/meta-data/',
    'http://127.0.0.1/self',
    'http://[::1]/self',
    'file:///etc/passwd',
  ];
  await using old = await otherSite(
    (request, response) => {
      const to = inner[Number(/\/to-(\d)\.jpg$/.exec(request.url ?? '')?.[1])];
      response.writeHead(to ? 302 : 404, to ? { location: to } : {}).end();
    },
    { 'old.example': [publicAddress], 'inner.example': ['127.0.0.1'], 'both.example': [publicAddress, '10.0.0.1'] },
  );
  app.context.internet = old.internet;
  const addresses = [
    ...inner,
    ...[
      'http://inner.example/a.jpg',
      'http://both.example/a.jpg',
      'http://old.example:6379/a.jpg',
      'http://2130706433/a.jpg',
    ],
    ...inner.map((_, at) => `http://old.example/to-${at}.jpg`),
  ];
  const pictures = addresses.map((address) => `<img src="${address}" alt="x">`).join('');
  const imports = importer(app, await app.signIn());
  const done = await imports.whole(
    'post.md',
    `---\ntitle: A post\ndate: 2020-01-01\n---\n\n<p>${pictures}<a href="http://127.0.0.1/a.pdf">a</a></p>\n`,
  );
  expect(done.report).toMatchObject({ articles: 1, pictures: 0 });
  expect(done.report?.missing.map(({ address }) => address).sort()).toEqual(
    addresses.map((address) => address.replace('2130706433', '127.0.0.1')).sort(),
  );
  // Only the four that say to go elsewhere were connected to.
  expect(old.connected).toEqual(inner.map(() => `${publicAddress}:80`));
  const stored = JSON.stringify(await app.db.selectFrom('articles').selectAll().execute());
  expect(stored).not.toMatch(/<img|169\.254|etc\/passwd/);
});
