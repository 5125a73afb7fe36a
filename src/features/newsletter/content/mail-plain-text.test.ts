import { expect, test } from 'vitest';
import { plainTextForMail } from './mail-plain-text.server.ts';

const text = (html: string) => plainTextForMail(html, 'https://society.example');

test('paragraphs and headings are separated by blank lines, white space of the source is not kept', () => {
  expect(text('<h2>Soil</h2>\n<p>Supper  &amp;\nsuperbugs</p><p></p><p>a<br>b</p>')).toBe(
    'Soil\n\nSupper & superbugs\n\na\nb',
  );
});

test('a numbered list keeps its numbers and its first one', () => {
  expect(text('<ol><li>Wash</li><li>Cook</li></ol>')).toBe('1. Wash\n2. Cook');
  expect(text('<ol start="9"><li>Nine</li><li>Ten</li></ol>')).toBe('9. Nine\n10. Ten');
  expect(text('<ul><li>Bats</li><li>Birds</li></ul>')).toBe('- Bats\n- Birds');
});

test('nested lists are indented below their entry', () => {
  const nested = '<ol><li>Farm<ul><li>Barn</li><li>Field</li></ul></li><li>City<ol><li>North</li></ol></li></ol>';
  expect(text(nested)).toBe('1. Farm\n   - Barn\n   - Field\n2. City\n   1. North');
});

test("the editor's flat lists count each depth by itself", () => {
  const flat =
    '<ol><li data-list="ordered">a</li><li data-list="ordered" class="ql-indent-1">b</li><li data-list="bullet" class="ql-indent-1">c</li><li data-list="ordered">d</li><li data-list="ordered" class="ql-indent-1">e</li></ol>';
  expect(text(flat)).toBe('1. a\n   1. b\n   - c\n2. d\n   1. e');
});

test('a check list keeps its boxes', () => {
  const list = '<ul><li data-list="checked">a</li><li data-list="unchecked">b</li></ul>';
  expect(text(list)).toBe('☑ a\n☐ b');
});

test('code keeps its indentation, its blank lines and its characters', () => {
  expect(
    text('<p>So:</p><pre data-language="python">\nif a &lt; b:\n    print("x")\n\n  done()\n</pre><p>Yes.</p>'),
  ).toBe('So:\n\n    if a < b:\n        print("x")\n\n      done()\n\nYes.');
});

test('a link shows its address once, also a link to the site itself', () => {
  expect(text('<p><a href="https://example.org/">Read</a> and <a href="/about">us</a></p>')).toBe(
    'Read (https://example.org/) and us (https://society.example/about)',
  );
  expect(text('<p><a href="https://example.org/">https://example.org/</a></p>')).toBe('https://example.org/');
  expect(text('<p><a href="javascript:x">words</a></p>')).toBe('words');
});

test('quotations, pictures, tables and rules stay readable', () => {
  expect(text('<blockquote><p>One</p><p>Two</p></blockquote>')).toBe('> One\n>\n> Two');
  expect(text('<p><img src="/a.png" alt="A bat"><img src="/b.png" alt=""></p>')).toBe('[A bat]');
  expect(
    text('<table><tbody><tr><th>Host</th><td>Bat</td></tr><tr><th>n</th><td><p>4</p></td></tr></tbody></table>'),
  ).toBe('Host | Bat\nn | 4');
  expect(text('<p>a</p><hr><p>b</p>')).toBe('a\n\n* * *\n\nb');
});
