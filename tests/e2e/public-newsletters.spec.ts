/** The newsletters that went out, as pages for everyone. */
import { confirmed, type Post } from '../support/post.ts';
import { post as call, editorOf, inDatabase, setSetting, tokenOf } from '../support/states.ts';
import { sendArticle } from '../support/subscribers-of-site.ts';
import { expectAccessible } from './accessible.ts';
import { expect, signIn, test } from './fixtures.ts';

test.describe.configure({ mode: 'default' });

let post: Post;

test.beforeAll(({ site, mailbox }) => {
  post = { site, mailbox };
});

for (const width of [1280, 375])
  test(`a newsletter is found, read without scripts, and withdrawn at ${width} px`, {
    tag: width === 375 ? [] : '@long',
  }, async ({ page, browser }) => {
    const { site, mailbox } = post;
    await page.setViewportSize({ width, height: 800 });
    const email = `archive-${width}@example.org`;
    await confirmed(post, email);
    const title = `Kept for all at ${width}`;
    const articleId = await (await editorOf(site)).addArticle({ title });
    await sendArticle(site, articleId);
    const [, mail] = await mailbox.waitForMails(2, email);
    const link = /https?:\S+\/newsletters\/\d+/.exec(mail?.text ?? '')?.[0] ?? '';

    const plain = await browser.newPage({ javaScriptEnabled: false, viewport: { width, height: 800 } });
    await plain.goto(link);
    await expect(plain.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(plain.locator('link[rel=canonical]')).toHaveAttribute('href', new RegExp(`/articles/${articleId}$`));
    const sitemap = await (await fetch(`${site.url}/sitemap.xml`)).text();
    expect(sitemap).toContain(`<loc>${link}</loc>`);
    await plain.getByRole('contentinfo').getByRole('link', { name: 'Past newsletters' }).click();
    await expect(plain).toHaveURL(`${site.url}/newsletters`);
    await expect(plain.getByRole('link', { name: title })).toBeVisible();

    await page.goto(`${site.url}/newsletters`);
    await expectAccessible(page, width);
    await page.getByRole('link', { name: title }).click();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expectAccessible(page, width);

    await signIn(page, site);
    await page.goto(`${site.url}/admin/newsletter/${articleId}`);
    await page.getByRole('button', { name: 'Withdraw page' }).click();
    await expect(page.getByText('Its page is withdrawn.')).toBeVisible();
    await plain.goto(link);
    await expect(plain.getByRole('heading', { level: 1, name: 'Newsletter Not Found' })).toBeVisible();
    await plain.close();
  });

test('a title that the site suggests is in English, one that was typed in the language of the texts', async ({
  page,
}) => {
  const { site } = post;
  await confirmed(post, 'languages@example.org');
  const articleId = await (await editorOf(site)).addArticle({ title: 'Unsere Moore' });
  setSetting(site, 'textLanguage', 'de');
  await sendArticle(site, articleId);
  const token = await tokenOf(site);
  const { id, version } = await call<{ id: number; version: string }>(
    site,
    '/newsletter/admin/issues',
    { kind: 'digest' },
    token,
  );
  await call(site, `/newsletter/admin/issues/${id}/send`, { version }, token);
  await page.goto(`${site.url}/newsletters`);
  const titled = (name: string | RegExp) => page.getByRole('heading', { level: 3, name });
  await expect(titled(/^What is new, /)).toHaveAttribute('lang', 'en');
  await expect(titled('Unsere Moore')).toHaveAttribute('lang', 'de');
  inDatabase(site, "DELETE FROM settings WHERE key = 'textLanguage'");
});
