import { walk } from '../support/keyboard.ts';
import { publicPages } from '../support/site.ts';
import { open } from '../support/states.ts';
import { expect, test } from './fixtures.ts';

for (const { width, height } of [
  { width: 320, height: 568 },
  { width: 320, height: 256 },
  { width: 1280, height: 720 },
])
  test(`by keyboard every stop is visible, marked and never under the bar at ${width} × ${height} px`, async ({
    page,
    demoSite,
  }) => {
    test.slow();
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for (const [name, path] of await publicPages(demoSite))
      await test.step(name, async () => {
        await open(page, demoSite.url + path);
        expect(await walk(page, 'Tab')).toEqual([]);
        expect(await walk(page, 'Shift+Tab')).toEqual([]);
      });
  });
