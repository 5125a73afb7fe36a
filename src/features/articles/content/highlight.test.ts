import { expect, test } from 'vitest';
import { highlightCode } from './highlight.server.ts';
import { plainText } from './sanitise.server.ts';

const languages = [
  'bash',
  'cpp',
  'cs',
  'css',
  'diff',
  'xml',
  'java',
  'javascript',
  'markdown',
  'php',
  'python',
  'ruby',
  'sql',
];

test.each(languages)('%s is known', async (language) => {
  const code = '+ added\n- gone\n# a\n"text" if (x < 1) return select; + added\n<b class="c">\n';
  const block = `<pre data-language="${language}">${code.replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</pre>`;
  const shown = await highlightCode(block);
  expect(shown).toContain('class="hljs-');
  expect(plainText(shown)).toBe(plainText(block));
});

test('plain text and unknown languages stay as they are', async () => {
  for (const block of [
    '<pre data-language="plain">if x</pre>',
    '<pre data-language="klingon">if x</pre>',
    '<pre>if x</pre>',
  ])
    expect(await highlightCode(`<p>a</p>${block}`)).toBe('');
});

test('beside a coloured block the rest stays as it is', async () => {
  const coloured = '<pre data-language="css"><span class="hljs-selector-tag">a</span> {}</pre>';
  const html = (css: string) => `<p>&lt;b&gt;</p><pre>x</pre>${css}<pre data-language="plain">if</pre>${css}<p>z</p>`;
  expect(await highlightCode(html('<pre data-language="css">a {}</pre>'))).toBe(html(coloured));
});

test('only the first 200 kB of code are coloured, and no block of more than 20 kB', async () => {
  const block = (length: number, code = '/* abcdefghijklm */\n') =>
    `<pre data-language="css">${code.repeat(length / code.length)}</pre>`;
  const isColoured = (html: string) =>
    html
      .split('</pre>')
      .slice(0, -1)
      .map((one) => one.includes('hljs-'));
  expect(isColoured(await highlightCode(block(20_020) + block(20_000)))).toEqual([false, true]);
  const many = isColoured(await highlightCode(block(20_000).repeat(11) + block(20)));
  expect(many).toEqual([...Array(10).fill(true), false, false]);
  // Ninefold, or a page of it would take too long.
  const dense = await highlightCode(block(20_000, 'a {}\n').repeat(10));
  expect(dense.length).toBeLessThan(1_600_000);
  expect(isColoured(dense)).toEqual([...Array(8).fill(true), false, false]);
});

test('nothing in a code block is read as markup', async () => {
  const shown = await highlightCode('<pre data-language="javascript">"&lt;img src=x onerror=alert(1)&gt;"</pre>');
  expect(shown).not.toContain('<img');
});
