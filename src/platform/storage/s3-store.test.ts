import { expect, test } from 'vitest';
import { Unavailable } from '#platform/errors.ts';
import { createLog } from '#platform/log.ts';
import { s3Server } from '#tests/support/s3.ts';
import { logUnusableStore } from './open-store.ts';
import { s3Store } from './s3-store.ts';
import { NameTaken } from './store.ts';

const bytes = Buffer.from('a picture');

test('the bucket stores type and cache time, for those who read it directly', async () => {
  await using server = await s3Server();
  const store = s3Store(server.settings);
  await store.put('articles/1-a.jpg', bytes);
  expect(server.objects.get('articles/1-a.jpg')).toMatchObject({
    contentType: 'image/jpeg',
    cacheControl: 'public, max-age=3600',
  });
  await store.put('articles/1-a.w640.avif', bytes);
  expect(server.objects.get('articles/1-a.w640.avif')).toMatchObject({
    contentType: 'image/avif',
    cacheControl: 'public, max-age=31536000, immutable',
  });
  const open = s3Store({ ...server.settings, publicUrl: 'https://pictures.example/society' });
  expect(open.publicUrl('articles/1-a.jpg')).toBe('https://pictures.example/society/articles/1-a.jpg');
});

test('the bucket may have the name that the specification gives it', async () => {
  await using server = await s3Server({ bucket: 'One Health Images' });
  const store = s3Store(server.settings);
  await store.put('articles/1-a.jpg', bytes);
  expect(await Array.fromAsync(store.list())).toMatchObject([{ path: 'articles/1-a.jpg' }]);
});

test('a long list comes in several pages', async () => {
  await using server = await s3Server();
  server.manners.pageSize = 3;
  const store = s3Store(server.settings);
  const paths = Array.from({ length: 8 }, (_, index) => `articles/${index}-a.jpg`);
  for (const path of paths) await store.put(path, bytes);
  server.requests.length = 0;
  expect((await Array.fromAsync(store.list())).map(({ path }) => path)).toEqual(paths);
  expect(server.requests).toHaveLength(3);
});

test('a server that ignores the condition does not overwrite anything either', async () => {
  for (const manner of ['ignoresConditions', 'refusesConditions'] as const) {
    await using server = await s3Server();
    server.manners[manner] = true;
    const store = s3Store(server.settings);
    await store.put('articles/1-a.jpg', bytes);
    await expect(store.put('articles/1-a.jpg', Buffer.from('other'))).rejects.toThrow(NameTaken);
    expect(server.objects.get('articles/1-a.jpg')?.bytes).toEqual(bytes);
  }
});

test('a short failure is retried, and a file whose answer was lost is recognised as the same', async () => {
  await using server = await s3Server();
  const store = s3Store(server.settings);
  server.manners.next = [503, 'cut'];
  expect(await store.get('articles/1-a.jpg')).toBeNull();
  expect(server.requests).toHaveLength(3);
  server.requests.length = 0;
  server.manners.next = ['fine', 'lost'];
  await store.put('articles/2-b.jpg', bytes);
  const put = 'PUT articles/2-b.jpg';
  expect(server.requests).toEqual(['HEAD articles/2-b.jpg', put, put, 'GET articles/2-b.jpg']);
  expect(server.objects.get('articles/2-b.jpg')?.bytes).toEqual(bytes);
});

test('a wrong key, a wrong bucket and an unreachable server are reported with a sentence', async () => {
  await using server = await s3Server();
  const refused = 'The picture storage refused the request. Please tell the person who runs this site.';
  for (const change of [{ secretAccessKey: 'wrong' }, { bucket: 'elsewhere' }, { region: 'us-east-1' }]) {
    const store = s3Store({ ...server.settings, ...change });
    await expect(store.put('articles/1-a.jpg', bytes)).rejects.toThrow(new Unavailable(refused));
    await expect(store.get('articles/1-a.jpg')).rejects.toThrow(new Unavailable(refused));
    await expect(Array.fromAsync(store.list())).rejects.toThrow(new Unavailable(refused));
  }
  await server.stop();
  const gone = s3Store(server.settings);
  const silent = 'The picture storage does not answer at the moment. Please try again in a few minutes.';
  await expect(gone.get('articles/1-a.jpg')).rejects.toThrow(new Unavailable(silent));
  await expect(gone.put('articles/1-a.jpg', bytes)).rejects.toThrow(new Unavailable(silent));
});

test('a server that accepts requests and never answers is given up', async () => {
  await using server = await s3Server();
  server.manners.isSilent = true;
  const patience = { GET: 50, HEAD: 50, DELETE: 50, PUT: 50, POST: 50 };
  await expect(s3Store(server.settings, patience).get('articles/1-a.jpg')).rejects.toThrow('does not answer');
  expect(server.requests).toHaveLength(3);
});

test('a start with an unusable bucket logs the reason', async () => {
  await using server = await s3Server();
  const lines: string[] = [];
  const log = createLog('info', (line) => lines.push(line));
  await logUnusableStore(s3Store(server.settings), log);
  expect(lines).toEqual([]);
  await logUnusableStore(s3Store({ ...server.settings, secretAccessKey: 'wrong' }), log);
  expect(lines.join()).toContain('the picture storage cannot be used');
  expect(lines.join()).toContain('S3 answered 403 SignatureDoesNotMatch');
  expect(lines.join()).not.toContain(server.settings.secretAccessKey);
});
