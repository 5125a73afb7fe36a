import { expect, test } from 'vitest';
import { listChapters } from './chapters.ts';

const words = (count: number) => `<p>${'word '.repeat(count)}</p>`;

test('the headings of a long body that have an id are its chapters, by their words', () => {
  const content = `<h2 id="section-a">A &amp; <em>B</em></h2>${words(1500)}<h3 class="x" id="section-b">&lt;C&gt;</h3><h2>No id</h2><h4 id="d">Deep</h4><h2 id="e"><br></h2>`;
  expect(listChapters(content)).toEqual([
    { id: 'section-a', title: 'A & B', level: 2 },
    { id: 'section-b', title: '<C>', level: 3 },
  ]);
});

test('a text of fewer than 1,500 words, or with one heading, has no chapters', () => {
  const two = '<h2 id="a">One</h2><h2 id="b">Two</h2>';
  expect(listChapters(two + words(1497))).toEqual([]);
  expect(listChapters(two + words(1498))).toHaveLength(2);
  expect(listChapters(`<h2 id="a">One</h2>${words(3000)}`)).toEqual([]);
});
