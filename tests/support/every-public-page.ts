/** A site with demo content and every kind of public page. */
import { aPage, aYear } from './builders.ts';
import { publicPages, type Site, startSite } from './site.ts';
import { post, tokenOf } from './states.ts';
import { addSubscribers, sendArticle } from './subscribers-of-site.ts';

export type EveryPage = { site: Site; pages: ReadonlyMap<string, string> };

const paragraph = 'Everything that lives on a farm, in a town or by a river shares the same water and the same air. ';
const text = `<h2>What we do</h2><p>${paragraph.repeat(6)}</p><h3>And where</h3><p>${paragraph.repeat(3)}</p>`.repeat(
  3,
);

/** The path of each page by its name. */
export async function siteWithEveryPage(): Promise<EveryPage> {
  const site = await startSite({ SEED_DEMO: 'true', LOG_LEVEL: 'error' });
  const pages = new Map(await publicPages(site));
  const token = await tokenOf(site);
  const add = <T>(path: string, body: object) => post<T>(site, path, body, token);
  addSubscribers(site, 1);
  const issues = '/newsletter/admin/issues';
  const { id, version } = await add<{ id: number; version: string }>(issues, { kind: 'digest' });
  await add(`${issues}/${id}/send`, { version });
  await sendArticle(site, Number(pages.get('article')?.split('/').at(-1)));
  await add('/committees/admin', aYear());
  await add('/pages/admin', aPage({ address: 'rules', content: text }));
  pages.set('past year', '/committee/2024-25');
  pages.set('newsletters', '/newsletters');
  pages.set('digest', `/newsletters/${id}`);
  pages.set('newsletter', `/newsletters/${id + 1}`);
  pages.set('written page', '/pages/rules');
  return { site, pages };
}
