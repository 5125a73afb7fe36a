/** Goes through a page by keyboard alone and looks at what has the focus. */
import type { Page } from '@playwright/test';

const keys = { Tab: 0, 'Shift+Tab': 8 } as const;

/** Presses the key until the focus leaves the page or comes round; what is wrong at each stop. */
export async function walk(page: Page, key: keyof typeof keys): Promise<string[]> {
  const keyboard = await page.context().newCDPSession(page);
  await page.evaluate(`(${watchFocus})()`);
  if (key === 'Shift+Tab') await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
  const press = async (type: 'rawKeyDown' | 'keyUp') => {
    const tab = { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9, modifiers: keys[key] };
    await keyboard.send('Input.dispatchKeyEvent', { type, ...tab });
  };
  // Many presses travel together, as the page itself looks at each stop.
  for (let presses = 0; presses < 80; presses += 10) {
    await Promise.all(Array.from({ length: 10 }, () => [press('rawKeyDown'), press('keyUp')]).flat());
    if (await page.evaluate<boolean>('stops.hasEnded')) break;
  }
  await keyboard.detach();
  return page.evaluate<string[]>(
    "stops.hasEnded ? stops.wrong : [...stops.wrong, 'the keyboard never came to an end']",
  );
}

/** What is wrong with the element that has the focus, '' where all is well. */
const lookAt = `(element) => {
  const name = element.tagName + ' ' + (element.textContent || element.name || element.id).trim().slice(0, 40);
  // A card, or the frame around a field, may wear the mark in its place, and a link that fills its card on ::after.
  const places = [[element], [element, '::after'], [element.closest('article, .text-editor, form > *')]];
  const marked = places.some(([one, pseudo]) => one && getComputedStyle(one, pseudo).outlineStyle !== 'none' && parseFloat(getComputedStyle(one, pseudo).outlineWidth) >= 2);
  if (!marked) return name + ': no visible focus';
  const bar = document.querySelector('header').getBoundingClientRect();
  const rect = element.getBoundingClientRect();
  // A modal lies above the bar.
  if (element.closest('header, dialog:modal') || element.matches('a[href="#main"]')) return '';
  if (rect.top < bar.bottom - 0.5 && rect.bottom < innerHeight) return name + ': under the bar, ' + Math.round(rect.top) + ' < ' + Math.round(bar.bottom);
  if (rect.bottom <= bar.bottom || rect.top >= innerHeight) return name + ': out of sight';
  return '';
}`;

/** When a key is let go, the focus that it moved has arrived, and the page has scrolled to it. */
const watchFocus = `() => {
  removeEventListener('keyup', window.stops?.look, true);
  const seen = new Set();
  const stops = window.stops = { wrong: [], hasEnded: false, look() {
    const element = document.activeElement ?? document.body;
    // The first step backwards leads out of the page, and the next one to its end.
    stops.hasEnded ||= element === document.body ? seen.size > 0 : seen.has(element);
    if (stops.hasEnded || element === document.body) return;
    seen.add(element);
    const wrong = (${lookAt})(element);
    if (wrong) stops.wrong.push(wrong);
  } };
  addEventListener('keyup', stops.look, true);
  // The way begins where the focus was last: here, at the top.
  document.body.tabIndex = -1;
  document.body.focus();
  document.body.removeAttribute('tabindex');
}`;
