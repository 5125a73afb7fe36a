import { expect, test } from 'vitest';
import { defaultSettings } from '../settings.ts';
import { renamed } from './settings-values.ts';

test('the copyright line follows the name of the society while it is typed, until someone words it otherwise', () => {
  const base = defaultSettings;
  const typed = { ...base, ...renamed(base, base, '') };
  expect(typed).toMatchObject({ societyName: '', copyrightLine: '© 2024 ' });
  const again = { ...typed, ...renamed(typed, base, 'Cats & Dogs') };
  expect(again.copyrightLine).toBe('© 2024 Cats & Dogs');
  const own = { ...again, copyrightLine: 'All ours' };
  expect(renamed(own, base, 'Birds')).toEqual({ societyName: 'Birds' });
  expect(renamed(base, base, 'x'.repeat(100))).toEqual({ societyName: 'x'.repeat(100) });
  const elsewhere = { ...base, copyrightLine: '© The students' };
  expect(renamed(elsewhere, elsewhere, 'Birds')).toEqual({ societyName: 'Birds' });
});
