import { expect, test } from 'vitest';
import { kinds } from '#app/kinds.ts';
import { compareVersions } from '#features/revisions/admin/compare-versions.ts';
import { defaultSettings } from '#features/settings/settings.ts';
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

test('the settings a new site starts with are no change, and choices read as in the form', () => {
  const fields = comparedFieldsOf('settings');
  const initial = Object.fromEntries(fields.map(({ name, initial: value }) => [name, value]));
  expect(compareVersions(fields, initial, defaultSettings)).toEqual([]);
  expect(compareVersions(fields, initial, { ...defaultSettings, homeVariant: 'spotlight' })).toMatchObject([
    { label: 'The committee on the home page', before: 'Grid', after: 'Spotlight' },
  ]);
});
