import { expect, test } from 'vitest';
import { startSite } from './support/site.ts';

test('a start with an easily guessed administrator password is refused', async () => {
  await expect(startSite({ ADMIN_PASSWORD: 'password12345' })).rejects.toThrow(
    'ADMIN_PASSWORD: This password is too easy to guess. Three or four unrelated words make a good one.',
  );
});
