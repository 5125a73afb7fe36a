import { expect, test } from 'vitest';
import { isWithin } from '#tests/support/patience.ts';
import { type Random, randomFrom } from '#tests/support/random-texts.ts';
import { type OwnPictures, renderBody } from './render-body.ts';
import { plainText, sanitiseHtml } from './sanitise.server.ts';

const river = '/uploads/articles/1700000000000-0123456789abcdef.jpg';
const variant = (type: 'avif' | 'webp', width: number) => ({
  url: `/uploads/articles/1700000000000-0123456789abcdef.w${width}.${type}`,
  type: `image/${type}` as const,
  width,
});
const pictures: OwnPictures = new Map([
  [
    river,
    {
      width: 1280,
      height: 853,
      color: '#6a8b57',
      variants: [variant('avif', 320), variant('webp', 320), variant('avif', 640), variant('webp', 640)],
    },
  ],
]);

/** What the page shows of any HTML: a save sanitises before pictures within the text are stored, and once more after that. */
function canonical(html: string): string {
  return renderBody(sanitiseHtml(sanitiseHtml(html)), pictures);
}

test('plain paragraphs, lists and quotations are shown as they were saved', () => {
  const html =
    '<p>It is <strong>so</strong>.</p><ul><li>a</li></ul><blockquote>b<br />c</blockquote><hr /><p dir="rtl">&lt;d&gt; &amp; "e"</p>';
  expect(canonical(html)).toBe(html);
});

test('a check list marks done entries with characters', () => {
  const html = '<ul><li data-list="checked">a</li><li data-list="unchecked" class="ql-indent-1">b</li></ul>';
  expect(canonical(html)).toBe('<ul><li class="check">☑ a</li><li class="ql-indent-1 check">☐ b</li></ul>');
});

test('a picture of the site has its size, variants and colour, and loads when it is near', () => {
  const html = canonical(`<figure><img src="${river}" alt="The river"><figcaption>In May</figcaption></figure>`);
  expect(html).toBe(
    '<figure><span class="picture"><svg color="#6a8b57" aria-hidden="true"></svg><picture>' +
      `<source type="image/avif" srcset="${variant('avif', 320).url} 320w, ${variant('avif', 640).url} 640w" sizes="min(608px, 100vw - 2rem)" />` +
      `<img src="${river}" alt="The river" width="1280" height="853" srcset="${variant('webp', 320).url} 320w, ${variant('webp', 640).url} 640w" sizes="min(608px, 100vw - 2rem)" loading="lazy" decoding="async" />` +
      '</picture></span><figcaption>In May</figcaption></figure>',
  );
});

test('a wide picture has its class and asks for files that are wide enough', () => {
  const html = canonical(`<figure><img class="wide evil" src="${river}"><figcaption>In May</figcaption></figure>`);
  expect(html).toContain('<figure><span class="picture wide">');
  expect(html).toContain(`<img src="${river}" alt="" class="wide" width="1280" height="853"`);
  expect(html).toContain('sizes="min(1096px, 100vw - 2rem)"');
  expect(canonical(html)).toBe(html);
});

test('a picture takes the room beside the text where no caption stands there', () => {
  const sizes = (html: string) => /<img [^>]*sizes="([^"]*)"/.exec(canonical(html))?.[1];
  const image = `<img src="${river}">`;
  const beside = '(min-width: 76rem) 852px, min(608px, 100vw - 2rem)';
  for (const html of [`<p>${image}</p>`, `<figure>${image}</figure>`]) expect(sizes(html)).toBe(beside);
  for (const html of [`<figure>${image}<figcaption>In May</figcaption></figure>`, `<ul><li>${image}</li></ul>`])
    expect(sizes(html)).toBe('min(608px, 100vw - 2rem)');
});

test('a wide picture of fewer than four fifths of the pixels of the page stays as wide as it is', () => {
  const own = pictures.get(river);
  if (!own) throw new Error('no picture');
  for (const [width, is] of [
    [876, false],
    [877, true],
  ] as const)
    expect(
      renderBody(`<p><img class="wide" src="${river}" alt=""></p>`, new Map([[river, { ...own, width }]])).includes(
        'picture wide',
      ),
    ).toBe(is);
});

test('a picture that was made smaller keeps its width and the matching height', () => {
  const html = canonical(`<p><img src="${river}" width="320" height="999"></p>`);
  expect(html).toContain('width="320" height="213"');
  expect(html).toContain('sizes="min(320px, 100vw - 2rem)"');
});

test('a picture of another site loads lazily and gets no variants, whatever its HTML says', () => {
  const html = canonical(
    '<p><img src="https://example.org/a.png" srcset="https://evil.example/b.png 2x" onload="x()"></p>',
  );
  expect(html).toBe('<p><img src="https://example.org/a.png" alt="" loading="lazy" decoding="async" /></p>');
});

test.each([
  ['what the editor writes today', '<pre data-language="css">\na {}\nb {}\n</pre>'],
  [
    'a division for each line',
    '<div class="ql-code-block-container" spellcheck="false"><div class="ql-code-block" data-language="css">a {}</div><div class="ql-code-block" data-language="css">b {}</div></div>',
  ],
  ['what other programs write', '<pre><code class="language-css">a {}\nb {}\n</code></pre>'],
  ['colours of before', '<pre data-language="css"><span class="hljs-tag">a</span> {}<br>b {}</pre>'],
])('code becomes one block: %s', (_, html) => {
  expect(canonical(html)).toBe('<pre data-language="css" tabindex="0"><code>a {}\nb {}</code></pre>');
});

test('another language begins another code block, and code without a language keeps its marks', () => {
  const line = (language: string) => `<div class="ql-code-block" data-language="${language}">a</div>`;
  expect(canonical(line('css') + line('plain') + line('plain'))).toBe(
    '<pre data-language="css" tabindex="0"><code>a</code></pre><pre data-language="plain" tabindex="0"><code>a\na</code></pre>',
  );
  expect(canonical('<pre>a <b>b</b></pre>')).toBe('<pre tabindex="0"><code>a <b>b</b></code></pre>');
});

test('a column of numbers is marked with its heading, unless cells span several columns', () => {
  const row = (cells: string[], tag = 'td') => `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`;
  const rows = [
    row(['Bats', '1,204', '7.5 %', '3']),
    row(['Foxes', '–', '−12 °C', 'few']),
    row(['Owls', '9', '0 %', '1']),
  ];
  const table = (head: string) => `<table><thead>${head}</thead><tbody>${rows.join('')}</tbody></table>`;
  const marked = canonical(table(row(['Host', 'Count', 'Share', 'Seen'], 'th')));
  expect(marked.match(/<t[hd] class="number">[^<]*/g)?.map((cell) => cell.split('>')[1])).toEqual(
    'Count|Share|1,204|7.5 %|–|−12 °C|9|0 %'.split('|'),
  );
  expect(canonical(marked)).toBe(marked);
  expect(canonical(table('<tr><th colspan="4">All</th></tr>'))).not.toContain('number');
});

test('a table stands in a named region that the keyboard reaches', () => {
  const table = (caption = '') => `<table>${caption}<tbody><tr><td>1</td></tr></tbody></table>`;
  const region = (name: string) => `<div class="table-scroll" role="region" tabindex="0" aria-label="${name}">`;
  expect(canonical(table() + table('<caption>Rain "here"</caption>'))).toBe(
    `${region('Table 1')}${table()}</div>${region('Table 2: Rain &quot;here&quot;')}${table('<caption>Rain "here"</caption>')}</div>`,
  );
  expect(canonical(`<table><tbody><tr><td>${table()}</td></tr></tbody></table>`).match(/role="region"/g)).toHaveLength(
    1,
  );
});

test('headings get unique ids from their words, in any script', () => {
  expect(canonical('<h2>Soil &amp; Water</h2><h3>Soil, water</h3><h2>صحة المدينة</h2><h2>Cà phê</h2><h2>🦇</h2>')).toBe(
    '<h2 id="section-soil-water">Soil &amp; Water</h2><h3 id="section-soil-water-2">Soil, water</h3>' +
      '<h2 dir="auto" id="section-صحة-المدينة">صحة المدينة</h2><h2 id="section-cà-phê">Cà phê</h2><h2 id="section">🦇</h2>',
  );
  expect(canonical('<h2 id="location">location</h2><p id="x" name="y">a</p>')).toBe(
    '<h2 id="section-location">location</h2><p>a</p>',
  );
});

test('headings of the text go down one level together, because the page has its own first heading', () => {
  expect(canonical('<h1>A</h1><h2>B</h2><h6>C</h6>').replace(/ id="[^"]*"/g, '')).toBe(
    '<h2>A</h2><h3>B</h3><h6>C</h6>',
  );
  expect(canonical('<h2>A</h2><h3>B</h3>').replace(/ id="[^"]*"/g, '')).toBe('<h2>A</h2><h3>B</h3>');
  expect(canonical('<h2><br></h2><p>a</p>')).toBe('<p>a</p>');
});

test('endless nesting takes bounded memory and loses no word', () => {
  for (const tag of ['blockquote', 'div', 'b', 'small', 'figure', 'span', 'sub']) {
    const html = `${`<${tag}>a `.repeat(5000)}${`</${tag}>`.repeat(5000)}`;
    const shown = canonical(html);
    expect(plainText(shown).match(/a/g)).toHaveLength(5000);
    expect(Math.max(...['blockquote', 'figure', 'small', 'sub'].map((one) => depthOf(shown, one)))).toBeLessThan(7);
  }
  const lists = canonical(`${'<ul><li>a '.repeat(2500)}${'</li></ul>'.repeat(2500)}`);
  expect([plainText(lists).match(/a/g)?.length, depthOf(lists, 'ul')]).toEqual([2500, 6]);
});

test('rendering a rendered body again changes nothing, for any HTML', () => {
  for (let seed = 1; seed <= 1500; seed += 1) {
    const html = anyHtml(randomFrom(seed));
    const once = canonical(html);
    expect(canonical(once), `seed ${seed}: ${html}`).toBe(once);
    expect(once.match(/ id="(?!section)/), `seed ${seed}`).toBeNull();
  }
});

function depthOf(html: string, tag: string): number {
  let [depth, deepest] = [0, 0];
  for (const [, slash] of html.matchAll(new RegExp(`<(/?)${tag}\\b`, 'g'))) {
    depth += slash ? -1 : 1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

const tags =
  'p p p br hr h1 h2 h3 ul ol li blockquote pre code div div span strong small sub a img figure figcaption table caption tbody tr th td section script svg'.split(
    ' ',
  );
const attributes = [
  'class="ql-code-block" data-language="css"',
  'class="ql-code-block-container"',
  'class="ql-indent-2 picture"',
  'class="language-js"',
  'data-language="python"',
  'href="/x" title="a &quot;b"',
  `src="${river}"`,
  'src="https://example.org/x.png" width="30"',
  'lang="ar" dir="rtl"',
  'dir="sideways" class="ql-direction-rtl"',
  'id="a" tabindex="0" role="region"',
  'colspan="2"',
  '',
  '',
  '',
];

/** Tags in any order, closed or not, with text that has to be escaped. */
function anyHtml(random: Random): string {
  const one = (from: string[]) => from[Math.floor(random() * from.length)] ?? '';
  const pieces = Array.from({ length: 5 + Math.floor(random() * 60) }, () => {
    if (random() < 0.35)
      return one([
        'a',
        ' ',
        '\n',
        '\n\n x',
        '&lt;b&gt;',
        '&amp;amp;',
        '"',
        'Soil',
        '🦇',
        '&nbsp;',
        '<',
        'صحة',
        'מים A',
      ]);
    return random() < 0.4 ? `</${one(tags)}>` : `<${one(tags)} ${one(attributes)}>`;
  });
  return pieces.join('');
}

test('100 kB of equal headings have their own ids, in time', () => {
  const begun = performance.now();
  const html = renderBody('<h2>Bats</h2>'.repeat(8000), pictures);
  expect(isWithin(2000, performance.now() - begun)).toBe(true);
  expect(html).toContain('<h2 id="section-bats">Bats</h2><h2 id="section-bats-2">Bats</h2>');
  expect(new Set(html.match(/ id="[^"]+"/g)).size).toBe(8000);
});
