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
    expect(await highlightCode(block)).toBe(block);
});

test('nothing in a code block becomes markup', async () => {
  const shown = await highlightCode('<pre data-language="javascript">"&lt;img src=x onerror=alert(1)&gt;"</pre>');
  expect(shown).not.toContain('<img');
});
