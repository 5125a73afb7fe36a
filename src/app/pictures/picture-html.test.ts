import { expect, test } from 'vitest';
import { withAlt, withOther } from './picture-html.ts';

const picture = '1700000000000-0123456789abcdef';
const url = `/uploads/articles/${picture}.jpg`;

test('each address of the picture becomes the new one, whatever its form', () => {
  const variant = `https://a.example/uploads/articles/${picture}.w640.webp`;
  const html = `<p>${picture} "quoted"</p><img src="${variant}" alt="A &quot;bat&quot;"><a href="${url}">Whole</a>`;
  expect(withOther(html, picture, '/n.png')).toBe(
    `<p>${picture} "quoted"</p><img src="/n.png" alt="A &quot;bat&quot;"><a href="/n.png">Whole</a>`,
  );
  expect(withOther('<img src="/uploads/articles/2.jpg">', picture, '/n.png')).toBe(
    '<img src="/uploads/articles/2.jpg">',
  );
});

test('the alternative text is said anew where it may be', () => {
  const html = `<img src="${url}"><img src="${url}" alt="A &amp; B"><img src="${url}" alt=""><img src="/o.jpg">`;
  const told: (string | null)[] = [];
  const changed = withAlt(html, picture, (alt) => {
    told.push(alt);
    return alt === '' ? alt : '"Bats" $& <1>';
  });
  expect(told).toEqual([null, 'A & B', '']);
  const said = ' alt="&quot;Bats&quot; $&amp; &lt;1&gt;"';
  expect(changed).toBe(`<img${said} src="${url}"><img src="${url}"${said}><img src="${url}" alt=""><img src="/o.jpg">`);
});
