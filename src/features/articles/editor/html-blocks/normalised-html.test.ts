import { expect, test } from 'vitest';
import { normaliseHtml } from './normalised-html.ts';

test.each([
  ['<p><b>a</b> <i>b</i></p>', '<p><strong>a</strong> <em>b</em></p>'],
  ['<p>a\n  b </p>\n<p>c</p>', '<p>a b</p><p>c</p>'],
  ['<p><a href="/x"><strong>a</strong></a></p>', '<p><strong><a target="_blank" href="/x">a</a></strong></p>'],
  ['<img src="/x" alt="" />', '<p><img alt="" src="/x" /></p>'],
  ['<table><tr>\n<td>a</td></tr></table>', '<table><tbody><tr><td>a</td></tr></tbody></table>'],
  ['<pre><code class="language-python">a &lt; b</code></pre>', '<pre data-language="python">\na &lt; b\n</pre>'],
  ['<ul>\n<li>\n<p>a</p>\n</li>\n</ul>', '<ul><li>a</li></ul>'],
  ['<p><br /></p>', '<p></p>'],
  ["<p>it's</p>", '<p>it&#39;s</p>'],
])('%s says the same as %s', (one, other) => {
  expect(normaliseHtml(one)).toBe(normaliseHtml(other));
});

test.each([
  ['<p>a<br />b</p>', '<p>a</p><p>b</p>'],
  ['<p>a\u00a0b</p>', '<p>a b</p>'],
  ['<table><tr><td colspan="2">a</td></tr></table>', '<table><tr><td>a</td></tr></table>'],
  ['<p lang="fr">a</p>', '<p>a</p>'],
  ['<p>a <mark>b</mark></p>', '<p>a b</p>'],
  ['<pre>a\n\nb</pre>', '<pre>a\nb</pre>'],
])('%s does not say the same as %s', (one, other) => {
  expect(normaliseHtml(one)).not.toBe(normaliseHtml(other));
});
