import { aMember, anArticle, anEvent } from '../support/builders.ts';
import { emptied } from '../support/emptied.ts';
import { administrator, type Site } from '../support/site.ts';
import { expect, test } from './fixtures.ts';

const mark = 'hiddenword';
/** Finds it, and is not it when a page says back what was searched for. */
const term = 'hiddenwor';

/** A draft, and one deleted item of each kind; answers their ids by the address that visitors would ask for. */
async function hide(site: Site): Promise<string[]> {
  const { username, password } = administrator;
  const call = async (method: string, path: string, body?: unknown, token?: string) => {
    const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) };
    const init = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) };
    const response = await fetch(`${site.url}/api/v1${path}`, init);
    expect(response.ok, `${method} ${path}`).toBe(true);
    return (await response.json()) as { id: number; token: string };
  };
  const { token } = await call('POST', '/admin/login', { usernameOrEmail: username, password });
  const draft = await call('POST', '/articles/admin', anArticle({ title: mark, content: `<p>${mark}</p>` }), token);
  await call('PUT', `/articles/admin/${draft.id}/schedule`, { publishAt: '2099-12-01T08:00:00' }, token);
  await typeUnseen(call, token);
  const places = [`/articles/${draft.id}`, `/preview/${draft.id}`];
  for (const [kind, page, body] of [
    ['articles', '/articles/', anArticle({ title: mark, content: `<p>${mark}</p>`, isPublished: true })],
    ['events', '/events/', anEvent({ title: mark })],
    ['members', '/about?member=', aMember({ name: mark })],
  ] as const) {
    const { id } = await call('POST', `/${kind}/admin`, body, token);
    await call('DELETE', `/${kind}/admin/${id}`, undefined, token);
    places.push(`${page}${id}`);
  }
  return places;
}

type Call = (method: string, path: string, body?: unknown, token?: string) => Promise<{ id: number }>;

/** In the form of a live article, and not saved. */
async function typeUnseen(call: Call, token: string): Promise<void> {
  const unseen = anArticle({ title: mark, description: mark, content: `<p>${mark}</p>`, excerpt: mark });
  const live = await call('POST', '/articles/admin', anArticle({ isPublished: true }), token);
  await call('PUT', `/drafts/admin/articles-${live.id}`, { version: 1, values: unseen }, token);
}

test('no page, feed or sitemap of the server shows a draft or a binned item', async ({ ownSite }) => {
  const site = emptied(ownSite);
  const gone = await hide(site);
  const files = ['/sitemap.xml', '/feed.xml', '/rss.xml', '/atom.xml', '/feed.json', '/events.ics', '/robots.txt'];
  const lists = ['/', '/about', '/events', '/articles', `/articles?search=${term}`, `/events?search=${term}`];
  const shown: string[] = [];
  for (const path of [...lists, ...files, ...gone]) {
    const response = await fetch(site.url + path);
    const text = await response.text();
    const links = gone.includes(path) ? [] : gone.filter((one) => text.includes(`${one}"`) || text.includes(`${one}<`));
    if (links.length > 0) shown.push(`${path} leads to ${links.join(', ')}`);
    if (text.includes(mark) || response.status >= 500) shown.push(`${path}: ${response.status}`);
    if (gone.includes(path) && !path.includes('?') && response.status !== 404) shown.push(`${path} is there`);
  }
  expect(shown).toEqual([]);
});
