import { expect, test } from 'vitest';
import { longArticle, longArticleContent } from '#tests/support/long-article.ts';
import { htmlForMail } from './mail-html.server.ts';

const siteUrl = 'https://society.example';

function forMail(html: string, size = { width: 1280, height: 853 }): string {
  const pictures = [...html.matchAll(/ src="([^"]*)"/g)].map(([, src = '']) => [
    src,
    { url: `${src}.mail.jpg`, ...size },
  ]);
  return htmlForMail(html, siteUrl, new Map(pictures as [string, { url: string; width: number; height: number }][]));
}

test('the longest article keeps its pictures within 600 pixels, its tables in a place that scrolls, and its code in one block', () => {
  const addresses = Array.from({ length: longArticle.photographs }, (_, at) => `/uploads/articles/${at}.jpg`);
  const html = forMail(longArticleContent(addresses));
  const images = html.match(/<img\b[^<>]*>/g) ?? [];
  expect(images).toHaveLength(longArticle.photographs);
  for (const image of images) {
    expect(image).toMatch(/width="544" height="363"/);
    expect(image).not.toMatch(/srcset|loading/);
  }
  expect(html.match(/<div dir="auto" style="overflow-x:auto;"><table\b/g)).toHaveLength(longArticle.tables - 2);
  expect(html.match(/<pre\b[^<>]*><code\b/g)).toHaveLength(1);
});

test('a check list has boxes instead of bullets', () => {
  const html = forMail('<ul><li data-list="checked">a</li></ul>');
  expect(html).toMatch(/<li dir="auto" style="[^"]*list-style:none;">☑ a<\/li>/);
});

test('a table of more than five columns becomes a block for each row', () => {
  const row = (tag: string, cells: string[]) => `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`;
  const html = forMail(
    `<table><tbody>${row('th', ['Site', 'A', 'B', 'C', 'D', 'E'])}${row('td', ['Mill', '1', '2', '3', '4', '5'])}</tbody></table>`,
  );
  expect(html).not.toContain('<table');
  expect(html.replace(/<[^>]*>/g, '|').replace(/[|]+/g, '|')).toBe('|Mill|A: 1|B: 2|C: 3|D: 4|E: 5|');
});

test('captions of pictures and tables come along, small, and a wide picture stays in the column', () => {
  const html = forMail(
    '<figure><img class="wide" src="/uploads/a.jpg"><figcaption>In May</figcaption></figure><table><caption>Hosts</caption><tbody><tr><th scope="row">Bat</th></tr></tbody></table>',
  );
  expect(html).toMatch(/<img style="[^"]*" width="544" height="363" src="[^"]*" alt="" \/>/);
  expect(html).toMatch(/<figcaption dir="auto" style="[^"]*font-size:14px[^"]*">In May<\/figcaption>/);
  expect(html).toMatch(/<caption dir="auto" style="[^"]*font-size:14px[^"]*">Hosts<\/caption>/);
});

test('a portrait is scaled to a height of 600 pixels', () => {
  expect(forMail('<p><img src="/uploads/a.jpg" alt=""></p>', { width: 2000, height: 6000 })).toContain(
    'width="200" height="600"',
  );
  expect(forMail('<p><img src="/uploads/a.jpg" alt=""></p>', { width: 90, height: 60 })).toContain(
    'width="90" height="60"',
  );
});

test('code is one block in either of the markups', () => {
  const lines = ['a {}', 'b {}'].map((line) => `<div class="ql-code-block" data-language="css">${line}</div>`);
  const html = forMail(`<div class="ql-code-block-container">${lines.join('')}</div>`);
  expect(html).toBe(forMail('<pre data-language="css">\na {}\nb {}\n</pre>'));
  expect(html).toContain('a {}\nb {}</code></pre>');
  expect(html).toContain('white-space:pre-wrap');
});

test('a first heading in the text goes one level below the title of the mail, and endless nesting is bounded', () => {
  expect(forMail('<h1>A</h1>')).toMatch(/^<h2\b/);
  const deep = forMail(`${'<blockquote>'.repeat(90)}a${'</blockquote>'.repeat(90)}`);
  expect(deep.match(/<blockquote/g)).toHaveLength(6);
});

test('right-to-left text runs so in a mail, code never does', () => {
  const list = forMail('<ul><li>ماء</li><li>COVID-19 مرض ينتقل بين الناس</li><li>42</li></ul>');
  expect(list.match(/ dir="\w+"/g)).toEqual([' dir="rtl"']);
  expect(forMail('<blockquote>ماء</blockquote>')).toMatch(/^<blockquote dir="rtl" style="[^"]*border-right/);
  const table = forMail('<table><tbody><tr><td>ماء</td><td>42</td></tr></tbody></table>');
  expect(table).toMatch(/^<div dir="rtl" style="overflow-x:auto;"><table dir="rtl"/);
  expect(forMail('<p>ماء</p><p>Water</p><pre>// ماء</pre>').match(/<(p|pre) dir="\w+"/g)).toEqual([
    '<p dir="auto"',
    '<p dir="auto"',
    '<pre dir="ltr"',
  ]);
});
