import { expect, test } from 'vitest';
import { listChapters } from './chapter-list.tsx';

const text = '<p>Some words.</p>';

test('the headings of a body that have an id are its chapters, by their words', () => {
  const content = `<h2 id="section-a">A &amp; <em>B</em></h2>${text}<h3 class="x" id="section-b">&lt;C&gt;</h3><h2>No id</h2><h4 id="d">Deep</h4><h2 id="e"><br></h2><h2 id="f">F</h2>`;
  expect(listChapters(content)).toEqual([
    { id: 'section-a', title: 'A & B', level: 2 },
    { id: 'section-b', title: '<C>', level: 3 },
    { id: 'f', title: 'F', level: 2 },
  ]);
});

test('a text of fewer than three headings has no chapters, however long it is', () => {
  const two = `<h2 id="a">One</h2>${text.repeat(900)}<h2 id="b">Two</h2>`;
  expect(listChapters(two)).toEqual([]);
  expect(listChapters(`${two}<h3 id="c">Three</h3>`)).toHaveLength(3);
});
