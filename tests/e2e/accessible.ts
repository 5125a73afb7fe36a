import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import { publicPages, type Site } from '../support/site.ts';

const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
const wcag = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] };
// Dark differs from light in its colours alone.
const colours = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };
// What lies below the fold would take its colours only when axe asks for them, and what fades would still have the old ones.
const settle = `
  const settled = new CSSStyleSheet();
  settled.replaceSync(
    '* { content-visibility: visible !important } *, ::before, ::after { transition: none !important }'
  );
  document.adoptedStyleSheets.push(settled);
`;
// What lies under the bar of a page or a form can be scrolled out from under it.
const unstick = `
  const unstuck = new CSSStyleSheet();
  unstuck.replaceSync('header, [data-desk-bar] { position: relative !important }');
  document.adoptedStyleSheets.push(unstuck);
`;
// Firefox 153 crashes where a reflected reference is read; without the property axe reads the attribute.
const unreflect = `
  for (const name of Object.keys(Element.prototype))
    if (/^aria\\w+Elements?$/.test(name)) delete Element.prototype[name];
`;

/**
 * `npm run test:long -- access`: both colour schemes and both ways of the keyboard at every width, each state of each list, every page in
 * every sweep, and axe on demanding content as well, which takes some minutes more.
 */
export const everywhere = process.env.ACCESS_EVERYWHERE === 'true';

/** What the other pages are made of: bar, foot, cards, search, long texts, a dialog over a list, a form. */
const representative = ['home', 'articles', 'article', 'event', 'sign-up'];

/** The public pages for a sweep whose rules lie in what all pages share: in `npm test` five of them. */
export async function pagesToSweep(site: Site): Promise<[name: string, path: string][]> {
  const pages = await publicPages(site);
  return everywhere ? pages : pages.filter(([name]) => representative.includes(name));
}

/**
 * Nothing for axe to find in either colour scheme, light at the first of the widths (px) and dark at the last, and at any
 * of them no target too small and no scrolling sideways. Without widths, at the one that the page has. The page is left as
 * wide as the last of them. Firefox is never asked in dark: it emulates no media.
 */
export async function expectAccessible(page: Page, ...widths: number[]): Promise<void> {
  const isFirefox = page.context().browser()?.browserType().name() === 'firefox';
  if (!(await page.evaluate<boolean>('"axe" in window')))
    await page.evaluate((isFirefox ? unreflect : '') + axe + settle);
  const sizes = widths.length > 0 ? widths : [page.viewportSize()?.width ?? 1280];
  for (const [place, width] of sizes.entries()) {
    await expectFits(page, width);
    for (const scheme of ['light', 'dark'] as const) {
      if (!everywhere && place !== (scheme === 'light' ? 0 : sizes.length - 1)) continue;
      if (isFirefox && scheme === 'dark') continue;
      if (!isFirefox) await page.emulateMedia({ colorScheme: scheme });
      expect(await problems(page, scheme === 'light' ? wcag : colours), `${scheme} at ${width} px`).toEqual([]);
    }
  }
}

/** At this width (px) nothing scrolls sideways and no target is too small. */
export async function expectFits(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: page.viewportSize()?.height ?? 800 });
  expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
  expect(await smallTargets(page)).toEqual([]);
}

/**
 * Each finding as 'rule: element'. Left out is what would take most of axe's time and find nothing: words about what
 * passes, media to preload (there are none), and waiting for answers out of the frames of mails, where no script runs.
 */
function problems(page: Page, runOnly: typeof wcag): Promise<string[]> {
  const options = { runOnly, resultTypes: ['violations'], preload: false, iframes: false };
  return page.evaluate<string[]>(`(async () => {
    // The handlers of a new width run before the next frame.
    await new Promise((done) => requestAnimationFrame(done));
    await Promise.allSettled(document.getAnimations().filter(
      ({ playState, effect }) => playState === 'running' && effect.getComputedTiming().endTime < Infinity
    ).map((one) => one.finished));
    ${unstick}
    const { violations } = await axe.run(document, ${JSON.stringify(options)});
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== unstuck);
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ': ' + target.join(' ')));
  })()`);
}

/** A link within a sentence may be as small as its words (WCAG 2.5.8); one that fills its card is as large as the card. */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate<
    string[]
  >(`[...document.querySelectorAll('a, button, input:not([tabindex="-1"]), summary')].flatMap((one) => {
    if (one.getClientRects().length === 0 || one.matches('a[href="#main"]')) return [];
    const isInline = getComputedStyle(one).display === 'inline' && one.closest('p, li, td') && !one.closest('h3');
    const fills = getComputedStyle(one, '::after').position === 'absolute';
    const { width, height } = (fills ? one.closest('article') : (one.closest('label') ?? one)).getBoundingClientRect();
    return isInline || (width >= 24 && height >= 24) ? [] : [one.outerHTML.slice(0, 100) + width + ' × ' + height];
  })`);
}
