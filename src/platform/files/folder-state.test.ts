import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isLostWithContainer } from './folder-state.ts';

test.skipIf(!existsSync('/dev/shm'))('a folder under /dev/shm was chosen to be in memory', () => {
  expect(isLostWithContainer('/dev/shm')).toBe(false);
  expect(isLostWithContainer('/dev/shm/is-not-there/yet')).toBe(false);
});
