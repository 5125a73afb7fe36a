import { publicPages } from '../support/site.ts';
import { open } from '../support/states.ts';
import { expect, test } from './fixtures.ts';

type Drawn = { sizes: string; asked: number; drawn: number };

for (const width of [375, 768, 1280])
  test(`at ${width} px no picture is asked for much wider, or narrower, than it is drawn`, async ({
    page,
    demoSite,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    let pictures = 0;
    for (const [name, path] of await publicPages(demoSite))
      await test.step(name, async () => {
        await open(page, demoSite.url + path);
        const all = await page.evaluate<Drawn[]>(widths);
        pictures += all.length;
        expect(all.filter(({ asked, drawn }) => asked < drawn - 2 || asked > drawn * 1.15)).toEqual([]);
      });
    expect(pictures).toBeGreaterThan(20);
  });

test('the first picture of a screen is asked for first, the others wait their turn', async ({ page, demoSite }) => {
  for (const [name, path] of await publicPages(demoSite)) {
    const count = { articles: 1, article: 1, events: 1, event: 2, member: 1 }[name] ?? 0;
    await page.goto(demoSite.url + path);
    await expect(page.locator('img[fetchpriority=high]'), name).toHaveCount(count);
  }
});

/** What `sizes` comes to, beside what the picture is. */
const widths = `[...document.querySelectorAll('picture:has(source)')].map((picture) => {
  const { sizes } = picture.querySelector('source');
  const ruler = document.body.appendChild(document.createElement('div'));
  ruler.style.position = 'absolute';
  for (const part of sizes.split(/,(?![^(]*\\))/)) {
    const [, condition, length] = /^(?:(\\([^)]*\\))\\s+)?(\\S.*)$/.exec(part.trim());
    ruler.style.width = length;
    if (!condition || matchMedia(condition).matches) break;
  }
  const asked = ruler.getBoundingClientRect().width;
  ruler.remove();
  return { sizes, asked, drawn: picture.querySelector('img').getBoundingClientRect().width };
})`;
