import { expect, test } from 'vitest';
import { startSite } from './support/site.ts';

test('a site is not made with an administrator whose password is easy to guess', async () => {
  await expect(startSite({ ADMIN_PASSWORD: 'password12345' })).rejects.toThrow(
    'ADMIN_PASSWORD: This password is too easy to guess. Three or four unrelated words make a good one.',
  );
});
