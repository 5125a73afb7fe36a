/** The longest article on a running site, with its photographs. */
import { copyFileSync, globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { landscapePhoto, longArticle, longArticleContent } from './long-article.ts';
import type { Site } from './site.ts';
import { editorOf, inDatabase, tokenOf } from './states.ts';

/** Answers its id. */
export async function addLongArticle(site: Site): Promise<number> {
  const [cover = '', ...pictures] = await addPhotographs(site, 1 + longArticle.photographs);
  const content = longArticleContent(pictures);
  return (await editorOf(site)).addArticle({ title: longArticle.title, content, imageUrl: cover });
}

/** One is uploaded; the others are copies under names of their own, which takes a minute less. */
async function addPhotographs(site: Site, count: number): Promise<string[]> {
  const form = new FormData();
  form.set('file', new File([Uint8Array.from(await landscapePhoto(1))], 'river.jpg', { type: 'image/jpeg' }));
  const authorization = `Bearer ${await tokenOf(site)}`;
  const answer = await fetch(`${site.url}/api/v1/uploads/articles`, {
    method: 'POST',
    body: form,
    headers: { authorization },
  });
  const { imageUrl } = (await answer.json()) as { imageUrl: string };
  const name = basename(imageUrl, '.jpg');
  const files = globSync(`**/${name}*`, { cwd: site.dataDir });
  return Array.from({ length: count }, (_, at) => {
    if (at === 0) return imageUrl;
    const copy = `${name.slice(0, -4)}${String(at).padStart(4, '0')}`;
    for (const file of files) copyFileSync(join(site.dataDir, file), join(site.dataDir, file.replace(name, copy)));
    inDatabase(
      site,
      `INSERT INTO uploads (url, purpose, width, height, color, bytes, variants, created_at, administrator_id)
       SELECT replace(url, ?, ?), purpose, width, height, color, bytes, replace(variants, ?, ?), created_at,
         administrator_id FROM uploads WHERE url = ?`,
      ...[name, copy, name, copy, imageUrl],
    );
    return imageUrl.replace(name, copy);
  });
}
