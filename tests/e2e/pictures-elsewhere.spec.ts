/** Pictures that stand on other sites: no browser of a visitor or an administrator asks for them there. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inDatabase, tokenOf } from '../support/states.ts';
import { expect, signIn, test } from './fixtures.ts';

test('a page with pictures of another site requests nothing from there', async ({ page, site, request, own }) => {
  const asked: string[] = [];
  const server = createServer((wanted, response) => {
    asked.push(wanted.url ?? '');
    response.end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  own.defer(() => void server.close());
  // A real address of this machine: the site must not ask it either.
  const elsewhere = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const headers = { authorization: `Bearer ${await tokenOf(site)}` };
  const written = `<p>Look: <img alt="A copied bat" src="${elsewhere}/copied.png" /> <img alt="A gone bat" src="${elsewhere}/gone.png" /></p>`;
  const article = { title: 'Bats elsewhere', description: 'Pictures from afar', content: written, isPublished: true };
  // One of them has its copy already.
  const known = 'INSERT INTO picture_copies (address, url) VALUES (?, ?)';
  inDatabase(site, known, `${elsewhere}/copied.png`, '/icon-192.png');
  const data = { ...article, imageUrl: `${elsewhere}/lead.png` };
  const saved = await request.post(`${site.url}/api/v1/articles/admin`, { headers, data });
  expect(saved.status()).toBe(201);
  const { id, content, imageUrl } = (await saved.json()) as { id: number; content: string; imageUrl: string };
  expect([content, imageUrl]).toEqual([written, `${elsewhere}/lead.png`]);

  const hosts = new Set<string>();
  page.on('request', (sent) => hosts.add(new URL(sent.url()).host));
  await page.goto(`${site.url}/articles/${id}`);
  await expect(page.getByRole('img', { name: 'A copied bat' })).toHaveJSProperty('naturalWidth', 192);
  await expect(page.getByRole('link', { name: 'A gone bat' })).toHaveAttribute('href', `${elsewhere}/gone.png`);
  await expect(page.locator('[data-picture] img')).toHaveAttribute('src', '/defaults/article.webp');
  for (const path of ['/articles', '/']) {
    await page.goto(site.url + path);
    await expect(page.getByText('Bats elsewhere').first()).toBeVisible();
  }

  await signIn(page, site);
  await page.goto(`${site.url}/admin/articles?edit=${id}`);
  await expect(page.locator('.ql-editor img').first()).toHaveJSProperty('naturalWidth', 192);
  expect([...hosts]).toEqual([new URL(site.url).host]);
  expect(asked).toEqual([]);
});
