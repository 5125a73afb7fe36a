/** What students write elsewhere, as their programs put it into the clipboard, comes out as the HTML that is expected. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bring, contentOf, fillArticle, openArticles, storedBy } from '../support/writing.ts';
import { expect, signIn, test } from './fixtures.ts';

const sample = (name: string) => readFileSync(join(import.meta.dirname, 'pasted', name), 'utf8');
const link = (href: string, words: string) =>
  `<a rel="noopener noreferrer" target="_blank" href="${href}">${words}</a>`;

/** Three more, with what they say of their pictures, stand in admin-pasting.long.spec.ts. */
const samples: { name: string; html: string; expected: string[] }[] = [
  {
    name: 'Word in a browser',
    html: 'word-online.txt',
    expected: [
      '<h2>Ticks in spring</h2><p>They wait in <strong>long grass</strong>. See ',
      `${link('https://example.org/ticks', 'the map')}.</p>`,
      '<ul><li>Long socks<ul><li>over the trousers</li></ul></li><li>Light colours</li></ul>',
    ],
  },
  {
    name: 'Word: footnotes, a quote, a numbered heading',
    html: 'word-footnotes.txt',
    expected: [
      '<p>A title that is a paragraph</p><h2>1. Methods</h2>',
      '<p>We asked 40 people<sup>[1]</sup>, <em>twice</em>.</p><p><em>“It depends.”</em></p><hr /><p>[1] In spring.</p>',
    ],
  },
  {
    name: 'Word: a list by letters and a table with a head',
    html: 'word-mac.txt',
    expected: [
      '<ol><li>Soil<ol><li>worms</li></ol></li></ol><table><tbody><tr><td><strong>Plot</strong></td>',
      '<td><strong>Worms</strong></td></tr><tr><td>North</td><td>14</td></tr></tbody></table>',
      '<p>H<sub>2</sub>O, m<sup>2</sup> and <u>underlined</u>.</p>',
    ],
  },
  {
    name: 'Google Docs: a table and a list in a list',
    html: 'google-docs-table.txt',
    expected: [
      '<h3>Rota</h3><table><tbody><tr><td><strong>Day</strong></td><td><strong>Who</strong></td></tr>',
      '<tr><td>Monday</td><td>Ada<br />Ben</td></tr></tbody></table>',
      '<ol><li>Open the <em>shed</em><ol><li>the left door</li></ol></li><li>Feed the hens</li></ol>',
    ],
  },
  {
    name: 'Google Docs: a check list and a comment',
    html: 'google-docs-checklist.txt',
    expected: [
      `<p>Before the trip</p><p>Ask ${link('mailto:farm@example.org', 'the farm')} first<strong><u>!</u></strong></p>`,
      '<ul><li data-list="unchecked">Boots</li><li data-list="checked">Tickets</li></ul>',
    ],
  },
];

for (const { name, html, expected } of samples)
  test(name, async ({ page, site }) => {
    await signIn(page, site);
    await openArticles(page, site);
    await fillArticle(page, name, '');
    await contentOf(page).focus();
    await bring(contentOf(page), 'paste', { html: sample(html) });
    expect(await storedBy(page, 'Save draft')).toBe(expected.join(''));
  });
