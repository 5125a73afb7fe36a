import { walk } from '../support/keyboard.ts';
import { publicPages } from '../support/site.ts';
import { open } from '../support/states.ts';
import { expect, test } from './fixtures.ts';

const desk = { width: 1280, height: 720 };
const phone = { width: 320, height: 568 };
// What 400 % leaves of a window of 1280 × 1024 px.
const zoomed = { width: 320, height: 256 };

test('by keyboard every stop is visible, marked and never under the bar, on a desk, a phone and at 400 %', async ({
  page,
  demoSite,
}) => {
  test.slow();
  for (const [name, path] of await publicPages(demoSite))
    await test.step(name, async () => {
      await open(page, demoSite.url + path);
      for (const size of [desk, phone, zoomed]) {
        await page.setViewportSize(size);
        expect(await walk(page, 'Tab'), `${size.width} × ${size.height} px`).toEqual([]);
        expect(await walk(page, 'Shift+Tab'), `${size.width} × ${size.height} px`).toEqual([]);
      }
    });
});
