import { marked } from 'marked';
import { expect, test } from 'vitest';
import { readDemoTexts } from '#app/demo/demo-texts.ts';
import { renderBody } from '#features/articles/content/render-body.ts';
import { sanitiseHtml } from '#features/articles/content/sanitise.server.ts';
import { bodies } from '#tests/support/article-html-samples.ts';
import { writeMarkdown } from './write-markdown.ts';

test.each([
  [
    '<p>Plain, <strong>bold</strong>, <em>slanted</em>.</p><h2>A heading</h2>',
    'Plain, **bold**, *slanted*.\n\n## A heading',
  ],
  ['<ol><li>one<ul><li>deeper</li></ul></li><li>two</li></ol>', '1. one\n   - deeper\n2. two'],
  ['<ul><li>a</li></ul><ul><li>b</li></ul>', '- a\n\n<!-- -->\n\n- b'],
  ['<blockquote>Said</blockquote><hr /><p>a<br />b</p>', '> Said\n\n---\n\na\\\nb'],
  ['<pre data-language="python">\n1 &lt; 2\n\n2\n</pre>', '```python\n1 < 2\n\n2\n```'],
  [
    '<p><a href="https://a.example/x" rel="noopener noreferrer" target="_blank">here</a></p>',
    '[here](https://a.example/x)',
  ],
  ['<p><img src="/uploads/articles/a.jpg" alt="A bat" /></p>', '![A bat](/uploads/articles/a.jpg)'],
  [
    '<table><thead><tr><th>a|b</th></tr></thead><tbody><tr><td>1</td></tr></tbody></table>',
    '| a\\|b |\n| --- |\n| 1 |',
  ],
  // No sign of a text becomes a mark, a list, a heading or a link.
  ['<p>snake_case *x* [y] &amp;amp; `z` ~a~</p>', 'snake\\_case \\*x\\* \\[y\\] \\&amp; \\`z\\` \\~a\\~'],
  ['<p>1. no list<br />- nor here</p><p># no heading</p>', '1\\. no list\\\n\\- nor here\n\n\\# no heading'],
  ['<p>www.a.example, https://a.example, a@a.example</p>', 'www\\.a.example, https\\://a.example, a\\@a.example'],
  // What Markdown cannot hold stays HTML.
  ['<p><strong>bold </strong>H<sub>2</sub>O</p>', '<strong>bold </strong>H<sub>2</sub>O'],
  ['<p class="ql-align-center">Middle</p><p></p>', '<p class="ql-align-center">Middle</p>\n\n<p></p>'],
  ['<figure><pre>a\n\nb</pre></figure>', '<figure><pre>a&#10;&#10;b</pre></figure>'],
])('%s', (html, markdown) => {
  expect(writeMarkdown(html)).toBe(markdown);
});

test('every text reads back as its page shows it', async () => {
  const { articles } = await readDemoTexts();
  // Two names of one mark, how a link opens, blanks between blocks, and the paragraph of a quotation are no difference.
  const page = (html: string) =>
    renderBody(sanitiseHtml(html), new Map())
      .replace(/<(\/?)(?:b|strong)>/g, '<$1b>')
      .replace(/<(\/?)(?:i|em)>/g, '<$1i>')
      .replace(/<(\/?)(?:s|del)>/g, '<$1s>')
      .replace(/ rel="[^"]*"| target="_blank"/g, '')
      .replace(/<blockquote([^>]*)>(?!<p)([^<]*)<\/blockquote>/g, '<blockquote$1><p>$2</p></blockquote>')
      .replace(/\s+/g, ' ')
      .replace(/ ?(<\/?(?:p|pre|div|h\d|[uod]l|li|blockquote|table|t[a-z]+|figure|figcaption|hr|br)\b[^>]*>) ?/g, '$1');
  for (const html of [...bodies, ...articles.map(({ content }) => content)]) {
    // What stands in no block becomes a paragraph.
    if (/^Words|<\/p><img/.test(html)) continue;
    expect(page(marked.parse(writeMarkdown(html), { async: false }))).toBe(page(html));
  }
});
