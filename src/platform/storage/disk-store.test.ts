import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { diskStore } from './disk-store.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function freshStore() {
  const dataDir = mkdtempSync(join(tmpdir(), 'store-'));
  folders.push(dataDir);
  return { root: join(dataDir, 'One Health Images'), store: diskStore(dataDir) };
}

test('a refused file leaves nothing behind', async () => {
  const { root, store } = freshStore();
  await store.put('articles/1-a.jpg', Buffer.from('first'));
  await expect(store.put('articles/1-a.jpg', Buffer.from('second'))).rejects.toThrow();
  expect(readdirSync(join(root, 'articles'))).toEqual(['1-a.jpg']);
});

test('a half-written file from a crash is listed and can be removed, but not read', async () => {
  const { root, store } = freshStore();
  const draft = 'articles/.0d5c5c34-7a31-4d0b-9a75-2f2a3a1d7a11';
  mkdirSync(join(root, 'articles'), { recursive: true });
  writeFileSync(join(root, draft), 'half');
  expect((await Array.fromAsync(store.list())).map(({ path }) => path)).toEqual([draft]);
  expect(await store.get(draft)).toBeNull();
  await store.remove(draft);
  expect(readdirSync(join(root, 'articles'))).toEqual([]);
});
