/** Goes through a page by keyboard alone and looks at what has the focus. */
import type { Page } from '@playwright/test';

/** Presses the key until the focus leaves the page or comes round; what is wrong at each stop. */
export async function walk(page: Page, key: string): Promise<string[]> {
  const wrong: string[] = [];
  await page.evaluate('document.activeElement.blur(), window.stops = new Set()');
  if (key === 'Shift+Tab') await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
  for (let stop = 0; stop < 80; stop += 1) {
    await page.keyboard.press(key);
    const found = await page.evaluate<string | null>(lookAtFocus);
    if (found === null) return wrong;
    if (found) wrong.push(found);
  }
  return [...wrong, 'the keyboard never came to an end'];
}

/** Null at the end, '' where all is well. */
const lookAtFocus = `(() => {
  const element = document.activeElement;
  if (!element || element === document.body || stops.has(element)) return null;
  stops.add(element);
  const name = element.tagName + ' ' + (element.textContent || element.name || element.id).trim().slice(0, 40);
  // A card, or the frame around a field, may wear the mark in its place, and a link that fills its card on ::after.
  const places = [[element], [element, '::after'], [element.closest('article, .article-editor, form > *')]];
  const marked = places.some(([one, pseudo]) => one && getComputedStyle(one, pseudo).outlineStyle !== 'none' && parseFloat(getComputedStyle(one, pseudo).outlineWidth) >= 2);
  if (!marked) return name + ': no visible focus';
  const bar = document.querySelector('header').getBoundingClientRect();
  const rect = element.getBoundingClientRect();
  // A modal lies above the bar.
  if (element.closest('header, dialog:modal') || element.matches('a[href="#main"]')) return '';
  if (rect.top < bar.bottom - 0.5 && rect.bottom < innerHeight) return name + ': under the bar, ' + Math.round(rect.top) + ' < ' + Math.round(bar.bottom);
  if (rect.bottom <= bar.bottom || rect.top >= innerHeight) return name + ': out of sight';
  return '';
})()`;
