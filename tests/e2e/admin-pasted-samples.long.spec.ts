/** What students write elsewhere, as their programs put it into the clipboard, comes out as the HTML that is expected. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bring, contentOf, fillArticle, openArticles, storedBy } from '../support/writing.ts';
import { expect, signIn, test } from './fixtures.ts';

const sample = (name: string) => readFileSync(join(import.meta.dirname, 'pasted', name), 'utf8');
const link = (href: string, words: string) =>
  `<a rel="noopener noreferrer" target="_blank" href="${href}">${words}</a>`;

/** Three more, with what they say of their pictures, stand in admin-pasting.spec.ts. */
const samples: { name: string; html?: string; text?: string; expected: string[] }[] = [
  {
    name: 'Markdown: notes with headings, lists and a quote',
    text: 'markdown-notes.txt',
    expected: [
      '<h1>Field day at the river</h1><p>We met at <strong>seven</strong> in the <em>rain</em>. The plan stands in ',
      `${link('https://example.org/plan', 'our notes')}, and <strong>no one</strong> was late.</p>`,
      '<h2>What we took</h2><ul><li>Boots</li><li>Nets<ul><li>a fine one</li><li>a coarse one</li></ul></li><li>Notebook</li></ul>',
      '<blockquote>Leave the place as it was.</blockquote>',
      '<h3>Afterwards</h3><ol><li>Wash hands</li><li>Write it down</li></ol>',
    ],
  },
  {
    name: 'Markdown: a table, a rule, and signs that are none',
    text: 'markdown-table.txt',
    expected: [
      '<p>Counts of the week, <s>guessed</s> counted twice:</p><table>',
      '<thead><tr><th scope="col">Host</th><th scope="col">Seen</th><th scope="col">Place</th></tr></thead><tbody>',
      '<tr><td>Bat</td><td>12</td><td>Cave</td></tr><tr><td>Fox</td><td>3</td><td>Field | wood</td></tr>',
      '</tbody></table><hr /><p>Snake_case_names and 2 * 3 * 4 stay as they are.</p>',
    ],
  },
  {
    name: 'Markdown: code in a line and in blocks',
    text: 'markdown-code.txt',
    expected: [
      '<p>Install it with <code>npm ci</code>, then:</p>',
      '<pre data-language="python">\ndef count(bats):\n    return len(bats)  # **not** bold\n</pre><p></p>',
      '<pre data-language="plain">\nno language\n</pre>',
      `<p>Done, see ${link('https://example.org/run', 'https://example.org/run')}.</p>`,
    ],
  },
  {
    name: 'Markdown: minutes with numbers and boxes',
    text: 'markdown-minutes.txt',
    expected: [
      '<p><strong>Minutes, 12 November</strong></p><p>Present: <em>Ada</em>, <em>Ben</em></p>',
      "<ol><li>Treasurer's report</li><li>Field day<ul><li>boots</li><li>lunch</li></ul></li><li>Any other business</li></ol>",
      '<ul><li>write to the farm</li><li>book the room</li></ul>',
    ],
  },
  {
    name: 'Markdown from an editor of code, which brings its colours along',
    html: 'markdown-from-vscode.html',
    text: 'markdown-from-vscode.txt',
    expected: ['<h2>Shade and water</h2><p>Trees <strong>cool</strong> a barn.</p>'],
  },
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
      '<tr><td>Monday</td><td>Ada Ben</td></tr></tbody></table>',
      '<ol><li>Open the <em>shed</em><ol><li>the left door</li></ol></li><li>Feed the hens</li></ol>',
    ],
  },
  {
    name: 'Google Docs: a check list and a comment',
    html: 'google-docs-checklist.txt',
    expected: [
      `<p>Before the trip</p><p>Ask ${link('mailto:farm@example.org', 'the farm')} first<strong><u>!</u></strong></p>`,
      '<ul><li>Boots</li><li><s>Tickets</s></li></ul>',
    ],
  },
];

for (const { name, html, text, expected } of samples)
  test(name, async ({ page, site }) => {
    await signIn(page, site);
    await openArticles(page, site);
    await fillArticle(page, name, '');
    await contentOf(page).focus();
    await bring(contentOf(page), 'paste', { ...(html && { html: sample(html) }), ...(text && { text: sample(text) }) });
    if (text) await expect(page.getByText('Markdown became formatting.')).toBeVisible();
    expect(await storedBy(page, 'Save draft')).toBe(expected.join(''));
  });
