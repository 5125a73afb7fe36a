import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { diskStore } from './disk.ts';
import { cacheControls, variantPath } from './store.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function freshStore() {
  const dataDir = mkdtempSync(join(tmpdir(), 'store-'));
  folders.push(dataDir);
  return { dataDir, store: diskStore(dataDir) };
}

const options = { contentType: 'image/jpeg', cacheControl: cacheControls.original };

test('what was put is got back, with its type and how long it may be kept', async () => {
  const { store } = freshStore();
  await store.put('articles/1-a.jpg', Buffer.from('one'), options);
  expect(await store.get('articles/1-a.jpg')).toEqual({ bytes: Buffer.from('one'), ...options });
  const variant = variantPath('articles/1-a.jpg', 640, 'avif');
  expect(variant).toBe('articles/1-a.w640.avif');
  await store.put(variant, Buffer.from('two'), options);
  expect(await store.get(variant)).toMatchObject({
    contentType: 'image/avif',
    cacheControl: 'public, max-age=31536000, immutable',
  });
  expect(store.publicUrl('articles/1-a.jpg')).toBe('/uploads/articles/1-a.jpg');
});

test('a file is never overwritten, and a refused one leaves nothing behind', async () => {
  const { dataDir, store } = freshStore();
  await store.put('articles/1-a.jpg', Buffer.from('first'), options);
  await expect(store.put('articles/1-a.jpg', Buffer.from('second'), options)).rejects.toThrow('EEXIST');
  expect((await store.get('articles/1-a.jpg'))?.bytes.toString()).toBe('first');
  expect(readdirSync(join(dataDir, 'One Health Images/articles'))).toEqual(['1-a.jpg']);
});

test('of twenty at once under one name exactly one stays, whole', async () => {
  const { store } = freshStore();
  const puts = Array.from({ length: 20 }, (_, index) =>
    store.put('members/same.jpg', Buffer.alloc(100_000, index), options),
  );
  const results = await Promise.allSettled(puts);
  expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
  const bytes = (await store.get('members/same.jpg'))?.bytes;
  expect(bytes).toEqual(Buffer.alloc(100_000, bytes?.[0]));
});

test('no path leads out of the folder or to a hidden file', async () => {
  const { dataDir, store } = freshStore();
  writeFileSync(join(dataDir, 'secret.jpg'), 'secret');
  await store.put('articles/1-a.jpg', Buffer.from('one'), options);
  const paths = [
    '../secret.jpg',
    'articles/../../secret.jpg',
    '/etc/passwd',
    'articles//1-a.jpg',
    '',
    '.',
    'articles/.x',
  ];
  for (const path of [...paths, 'articles\\..\\..\\secret.jpg', '..%2fsecret.jpg', 'articles/1-a.jpg\0', 'articles']) {
    expect(await store.get(path), path).toBeNull();
    if (path !== 'articles') await expect(store.put(path, Buffer.from('x'), options), path).rejects.toThrow();
  }
});

test('to remove what is not there is no error', async () => {
  const { store } = freshStore();
  await store.put('events/1-a.jpg', Buffer.from('one'), options);
  await store.remove('events/1-a.jpg');
  await store.remove('events/1-a.jpg');
  expect(await store.get('events/1-a.jpg')).toBeNull();
});
