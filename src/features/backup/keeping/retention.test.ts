import { expect, test } from 'vitest';
import { backupName } from '../backup.ts';
import { outdatedBackups } from './retention.ts';

const dayMs = 86_400_000;
const now = new Date('2026-11-23T03:30:00.000Z');

const nightly = (daysAgo: number) =>
  backupName(new Date(Date.parse('2026-11-23T03:00:00.000Z') - daysAgo * dayMs), 'nightly', false);

test('of two years of nightly backups, 7 days, 4 weeks and 12 months are kept', () => {
  let names: string[] = [];
  for (let daysAgo = 730; daysAgo >= 0; daysAgo--) {
    names.push(nightly(daysAgo));
    const gone = outdatedBackups(names, new Date(now.getTime() - daysAgo * dayMs));
    names = names.filter((name) => !gone.includes(name));
  }
  const days = names.map((name) => name.slice(11, 21)).reverse();
  expect(days.slice(0, 7)).toEqual(['23', '22', '21', '20', '19', '18', '17'].map((day) => `2026-11-${day}`));
  expect(days).toHaveLength(7 + 3 - 1 + 12 - 1);
  expect(days.at(-1)?.slice(0, 7)).toBe('2025-12');
});

test('backups younger than a day, the last three before a change, and other files stay', () => {
  const asked = [1, 2, 3].map((hours) => backupName(new Date(now.getTime() - hours * 3_600_000), 'asked', true));
  const before = [1, 2, 3, 4].map((days) =>
    backupName(new Date(now.getTime() - days * dayMs), 'before-migration', false),
  );
  const names = [...asked, ...before, 'notes.txt', 'one-health-2026-11-01T03-00-00Z-nightly.tar.part'];
  expect(outdatedBackups(names, now)).toEqual([before[3]]);
});

test('a clock that jumps years ahead deletes nothing', () => {
  const names = [0, 1, 2, 3, 4, 5, 6].map(nightly);
  expect(outdatedBackups(names, new Date('2036-01-01T00:00:00.000Z'))).toEqual([]);
});
