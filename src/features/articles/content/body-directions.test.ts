import { expect, test } from 'vitest';
import { parseHtml, serialiseHtml } from '#shared/html/html-tree.ts';
import { withTextDirections } from './body-directions.ts';
import { renderBody } from './render-body.ts';
import { sanitiseHtml } from './sanitise.server.ts';

const directed = (html: string) => serialiseHtml(withTextDirections(parseHtml(html)));

/** `html` with the directions that it gets. */
function expectDirected(html: string): void {
  expect(directed(html.replace(/ dir="\w+"/g, ''))).toBe(html);
}

test.each([
  '<p>Rain — and 42 bats 🦇.</p><ul><li>健康</li></ul><blockquote>Вода</blockquote><pre><code>a</code></pre>',
  '<table><tbody><tr><td>1</td><td>स्वास्थ्य</td></tr></tbody></table><h2></h2><hr />text',
])('left-to-right text stays as it is: %s', (html) => {
  expect(directed(html)).toBe(html);
});

test('a paragraph, a heading or a caption takes the direction of its first letter', () => {
  expectDirected(
    '<h2 dir="auto">صحة</h2><p dir="auto">הנהר</p><p>A river</p><figure dir="rtl"><figcaption dir="auto">صورة</figcaption></figure>',
  );
  expectDirected('<p dir="auto">A river, النهر</p>');
});

test('a paragraph that begins with a word of the other direction takes that of most of its letters', () => {
  expectDirected('<p dir="rtl">COVID-19 مرض ينتقل بين الناس</p>');
  expectDirected('<p>النهر is the word for river</p>');
});

test('a list, a quotation and a table take the direction of most of their content', () => {
  expectDirected('<ul dir="rtl"><li>ماء</li><li dir="ltr">Water for everyone</li><li>هواء نقي لكل الناس</li></ul>');
  expectDirected('<ol><li>Water</li><li>Clean air</li><li dir="rtl">ماء</li></ol>');
  expectDirected(
    '<blockquote dir="rtl">ماء</blockquote><blockquote dir="rtl"><p dir="auto">هواء نقي</p><p dir="auto">Air</p></blockquote>',
  );
  expectDirected(
    '<table dir="rtl"><tbody><tr><th>المدينة</th><td>42</td></tr><tr><th dir="ltr">Oslo</th><td>٤٢</td></tr></tbody></table>',
  );
});

test('code stays left to right and does not count for what is around it', () => {
  expectDirected('<p dir="auto"><code dir="ltr">npm ci --omit=dev</code> يثبت</p>');
  expectDirected('<blockquote dir="rtl"><p dir="auto">ماء</p><pre dir="ltr"><code>a = b</code></pre></blockquote>');
  expectDirected('<p dir="auto">ماء</p><pre><code>// ماء</code></pre>');
});

test('a direction that someone chose stays, with its content', () => {
  const html = '<div dir="rtl"><p>A river</p></div><p dir="ltr">النهر</p>';
  expect(directed(html)).toBe(html);
  expect(renderBody(sanitiseHtml('<p class="ql-direction-rtl">A river</p>'), new Map())).toBe(
    '<p dir="rtl" class="ql-direction-rtl">A river</p>',
  );
});

test('endlessly nested elements get one direction, and the last text its own', () => {
  const html = `${'<div>ماء '.repeat(5000)}${'</div>'.repeat(5000)}`;
  expect(renderBody(sanitiseHtml(html), new Map()).match(/dir=/g)).toHaveLength(2);
});
