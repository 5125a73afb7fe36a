import { publicPages } from '../support/site.ts';
import { open } from '../support/states.ts';
import { expect, test } from './fixtures.ts';

type Drawn = { sizes: string; asked: number; drawn: number };

test('no picture is requested much wider or narrower than it is shown, and the first one of a screen before the others', async ({
  page,
  demoSite,
}) => {
  const pictures: Record<number, number> = { 375: 0, 768: 0, 1280: 0 };
  for (const [name, path] of await publicPages(demoSite))
    await test.step(name, async () => {
      await open(page, demoSite.url + path);
      const first = { articles: 1, article: 1, events: 1, event: 1, member: 1 }[name] ?? 0;
      await expect(page.locator('img[fetchpriority=high]')).toHaveCount(first);
      for (const width of [375, 768, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        const all = await page.evaluate<Drawn[]>(widths);
        pictures[width] = (pictures[width] ?? 0) + all.length;
        const wrong = all.filter(({ asked, drawn }) => asked < drawn - 2 || asked > drawn * 1.15);
        expect(wrong, `${width} px`).toEqual([]);
      }
    });
  for (const [width, count] of Object.entries(pictures)) expect(count, `${width} px`).toBeGreaterThan(20);
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
