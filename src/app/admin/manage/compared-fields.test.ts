import { expect, test } from 'vitest';
import { kinds } from '#app/kinds.ts';
import { compareVersions } from '#features/revisions/admin/compare-versions.ts';
import { comparedFieldsOf } from './compared-fields.ts';

test('the questions of an event are compared line by line', () => {
  const questions = ['Vegan?', 'Which train?'];
  const compare = (after: string[]) =>
    compareVersions(comparedFieldsOf('events-7'), { questions }, { questions: after });
  expect(compare([...questions])).toEqual([]);
  expect(compare([])).toMatchObject([{ label: 'Questions', before: 'Vegan?\nWhich train?', after: '' }]);
});

test.each(kinds)('$name: two versions are compared down to the focal point of the picture', ({ name }) => {
  const before = { imageFocalX: 0, imageFocalY: 20 };
  expect(compareVersions(comparedFieldsOf(`${name}-7`), before, { imageFocalX: 40, imageFocalY: null })).toMatchObject([
    { label: 'Focal point, from the left', before: '0 %', after: '40 %' },
    { label: 'Focal point, from the top', before: '20 %', after: '' },
  ]);
});
