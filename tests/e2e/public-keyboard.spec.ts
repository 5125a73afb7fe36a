import { walk } from '../support/keyboard.ts';
import { open } from '../support/states.ts';
import { everywhere, pagesToSweep } from './accessible.ts';
import { expect, test } from './fixtures.ts';

const desk = { width: 1280, height: 720 };
const phone = { width: 320, height: 568 };
// What 400 % leaves of a window of 1280 × 1024 px.
const zoomed = { width: 320, height: 256 };

test('by keyboard every focused element is visible, marked and never under the bar, on a desk, a phone and at 400 %', async ({
  page,
  demoSite,
}) => {
  test.slow();
  for (const [name, path] of await pagesToSweep(demoSite))
    await test.step(name, async () => {
      await open(page, demoSite.url + path);
      // What the bar hides shows on the way back.
      for (const [size, way] of [
        [desk, 'Shift+Tab'],
        [phone, 'Tab'],
        [zoomed, 'Shift+Tab'],
      ] as const) {
        await page.setViewportSize(size);
        for (const key of everywhere ? (['Tab', 'Shift+Tab'] as const) : [way])
          expect(await walk(page, key), `${key} at ${size.width} × ${size.height} px`).toEqual([]);
      }
    });
});
