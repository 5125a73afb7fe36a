import { expect, test } from 'vitest';
import { markdownOf } from './markdown.ts';

const cases: [html: string, markdown: string][] = [
  ['<p>One &amp; two</p><p>Three<br>four</p>', 'One & two\n\nThree\\\nfour'],
  ['<h2>Head</h2><blockquote>Said</blockquote><hr>', '## Head\n\n> Said\n\n---'],
  [
    '<p>A <strong>bold </strong>and <em>slanted</em>, <s>gone</s>, <u>under</u></p>',
    'A **bold** and *slanted*, ~~gone~~, <u>under</u>',
  ],
  ['<p><strong> </strong>x<em></em></p>', 'x'],
  ['<p><a href="https://a.example/?b=1&amp;c=2">A <b>link</b></a></p>', '[A **link**](<https://a.example/?b=1&c=2>)'],
  ['<p><img src="/uploads/articles/1.jpg" alt="A [bat]"></p>', '![A \\[bat\\]](<../pictures/articles/1.jpg>)'],
  ['<p>2 * 3 &lt; 7_000 &amp;lt; `x`</p>', '2 \\* 3 \\< 7\\_000 &amp;lt; \\`x\\`'],
  ['<p># no head</p><p>1. no list</p><p>- none</p>', '\\# no head\n\n1\\. no list\n\n\\- none'],
  [
    '<ol><li data-list="bullet">a</li><li data-list="bullet" class="ql-indent-1">b</li><li data-list="ordered">c</li></ol>',
    '- a\n    - b\n2. c',
  ],
  ['<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul><p>end</p>', '- a\n    - b\n- c\n\nend'],
  ['<ol><li>a</li><li>b</li></ol>', '1. a\n2. b'],
  [
    '<div class="ql-code-block-container"><div class="ql-code-block" data-language="css">a { b: *c* }</div><div class="ql-code-block" data-language="css">&lt;d&gt;</div></div><p>e</p>',
    '```css\na { b: *c* }\n<d>\n```\n\ne',
  ],
  ['<pre class="language-ruby">x = 1\ny</pre>', '```ruby\nx = 1\ny\n```'],
  ['<p><code>a_b*c</code></p>', '`a_b*c`'],
  [
    '<table><tbody><tr><th>A</th><th>B</th></tr><tr><td>1|2</td><td><p>3</p></td></tr></tbody></table>',
    '| A | B |\n| --- | --- |\n| 1\\|2 | 3 |',
  ],
  ['', ''],
];

test.each(cases)('%s', (html, markdown) => {
  const address = (url: string) => url.replace('/uploads', '../pictures');
  expect(markdownOf(html, address)).toBe(`${markdown}\n`);
});
