import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from '#platform/config/config.ts';
import { s3Server } from '#tests/support/s3.ts';
import { diskStore } from './disk-store.ts';
import { s3Store } from './s3-store.ts';
import { NameTaken, type Store, variantPath } from './store.ts';

type TestStore = { store: Store; [Symbol.asyncDispose](): Promise<void> };

const kinds: Record<string, () => Promise<TestStore>> = {
  'a folder': async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'store-'));
    return {
      store: diskStore(dataDir),
      [Symbol.asyncDispose]: async () => rmSync(dataDir, { recursive: true, force: true }),
    };
  },
  'a bucket': async () => {
    const server = await s3Server();
    return { store: s3Store(server.settings), [Symbol.asyncDispose]: () => server.stop() };
  },
};

// `npm run test:long -- s3` starts a real server, names its bucket in the settings and says so here.
const realServer = 'a bucket of a real server';
if (process.env.TEST_REAL_S3)
  kinds[realServer] = async () => {
    const { s3 } = readConfig(process.env);
    if (!s3) throw new Error('TEST_REAL_S3 needs the S3_ settings');
    const store = s3Store(s3);
    const clear = async () => {
      for (const { path } of await Array.fromAsync(store.list())) await store.remove(path);
    };
    await clear();
    return { store, [Symbol.asyncDispose]: clear };
  };

async function bytesOf(store: Store, path: string): Promise<Buffer | null> {
  const file = await store.get(path);
  return file && Buffer.from(await new Response(file.body).arrayBuffer());
}

for (const [kind, open] of Object.entries(kinds)) {
  test(`a stored file is read back (${kind})`, async () => {
    await using opened = await open();
    const { store } = opened;
    await store.put('articles/1-a.jpg', Buffer.from('one'));
    expect(await store.get('articles/1-a.jpg')).toMatchObject({ size: 3 });
    expect(await bytesOf(store, 'articles/1-a.jpg')).toEqual(Buffer.from('one'));
    const variant = variantPath('articles/1-a.jpg', 640, 'avif');
    expect(variant).toBe('articles/1-a.w640.avif');
    await store.put(variant, Buffer.from('two'));
    expect(await bytesOf(store, variant)).toEqual(Buffer.from('two'));
    expect(store.publicUrl('articles/1-a.jpg')).toBe('/uploads/articles/1-a.jpg');
    expect(await store.get('articles/2-b.jpg')).toBeNull();
  });

  test(`a file is never overwritten (${kind})`, async () => {
    await using opened = await open();
    const { store } = opened;
    await store.put('articles/1-a.jpg', Buffer.from('first'));
    await expect(store.put('articles/1-a.jpg', Buffer.from('second'))).rejects.toThrow(NameTaken);
    expect((await bytesOf(store, 'articles/1-a.jpg'))?.toString()).toBe('first');
    expect((await Array.fromAsync(store.list())).map(({ path }) => path)).toEqual(['articles/1-a.jpg']);
  });

  test(`of twenty stored at once under one name exactly one stays, whole (${kind})`, async () => {
    await using opened = await open();
    const { store } = opened;
    const puts = Array.from({ length: 20 }, (_, index) => store.put('members/same.jpg', Buffer.alloc(100_000, index)));
    const results = await Promise.allSettled(puts);
    const done = results.filter((result) => result.status === 'fulfilled').length;
    // Swift looks for the name before it writes, not while.
    if (kind === realServer) expect(done).toBeGreaterThanOrEqual(1);
    else expect(done).toBe(1);
    for (const result of results) if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(NameTaken);
    const bytes = await bytesOf(store, 'members/same.jpg');
    expect(bytes).toEqual(Buffer.alloc(100_000, bytes?.[0]));
  });

  test(`a large file comes back byte for byte (${kind})`, async () => {
    await using opened = await open();
    const bytes = randomBytes(5_242_880);
    await opened.store.put('events/large.png', bytes);
    expect(bytes.equals((await bytesOf(opened.store, 'events/large.png')) ?? Buffer.alloc(0))).toBe(true);
  });

  test(`the list has every file with its time (${kind})`, async () => {
    await using opened = await open();
    const { store } = opened;
    expect(await Array.fromAsync(store.list())).toEqual([]);
    const paths = ['articles/1-a.jpg', 'articles/1-a.w320.avif', 'events/2-b.png', 'members/3-c_d.e-f.webp'];
    for (const path of paths) await store.put(path, Buffer.from(path));
    const files = await Array.fromAsync(store.list());
    expect(files.map(({ path }) => path).sort()).toEqual(paths);
    for (const { modifiedAt } of files) expect(Math.abs(Date.now() - modifiedAt.getTime())).toBeLessThan(60_000);
  });

  test(`no path leads out of the store or to a hidden file (${kind})`, async () => {
    await using opened = await open();
    const { store } = opened;
    await store.put('articles/1-a.jpg', Buffer.from('one'));
    const paths = ['../secret.jpg', 'articles/../../secret.jpg', '/etc/passwd', 'articles//1-a.jpg', '', '.'];
    const odd = [
      'articles/.x.jpg',
      'articles\\..\\..\\secret.jpg',
      '..%2fsecret.jpg',
      'articles/1-a.jpg\0',
      'a?b',
      'a#b',
    ];
    for (const path of [...paths, ...odd]) {
      expect(await store.get(path), path).toBeNull();
      await expect(store.put(path, Buffer.from('x')), path).rejects.toThrow();
      await expect(store.remove(path), path).rejects.toThrow();
    }
    expect(await store.get('articles')).toBeNull();
  });

  test(`removing a missing file is no error (${kind})`, async () => {
    await using opened = await open();
    const { store } = opened;
    await store.put('events/1-a.jpg', Buffer.from('one'));
    await store.remove('events/1-a.jpg');
    await store.remove('events/1-a.jpg');
    expect(await store.get('events/1-a.jpg')).toBeNull();
  });
}

if (process.env.TEST_REAL_S3)
  test(`a wrong key is refused (${realServer})`, async () => {
    const { s3 } = readConfig(process.env);
    if (!s3) throw new Error('TEST_REAL_S3 needs the S3_ settings');
    await expect(s3Store({ ...s3, secretAccessKey: 'wrong' }).get('articles/1-a.jpg')).rejects.toThrow('refused');
  });
