/** Copies a site's pictures from one store to another. */
import { cacheControlOf, contentTypeOf, isSafeStorePath, NameTaken, type Store } from '#platform/storage/store.ts';

const atOnce = 4;

/**
 * Copies and checks every file. Skips files of an interrupted copy that have the same bytes.
 * @throws NameTaken when the bytes differ, Unavailable when a store does not answer
 */
export async function copyPictures(from: Store, to: Store): Promise<void> {
  const paths: string[] = [];
  for await (const { path } of from.list()) if (isSafeStorePath(path)) paths.push(path);
  const queue = paths.values();
  const copyNext = async () => {
    for (const path of queue) await copyFile(from, to, path);
  };
  await Promise.all(Array.from({ length: atOnce }, copyNext));
  const missing = new Set(paths);
  for await (const { path } of to.list()) missing.delete(path);
  for (const path of missing) throw new Error(`The file ${path} was taken by the storage and is not there`);
}

async function copyFile(from: Store, to: Store, path: string): Promise<void> {
  const bytes = await bytesOf(from, path);
  try {
    await to.put(path, bytes, { contentType: contentTypeOf(path), cacheControl: cacheControlOf(path) });
  } catch (error) {
    if (!(error instanceof NameTaken) || !bytes.equals(await bytesOf(to, path))) throw error;
  }
}

async function bytesOf(store: Store, path: string): Promise<Buffer> {
  const file = await store.get(path);
  if (!file) throw new Error(`The file ${path} is gone`);
  return Buffer.from(await new Response(file.body).arrayBuffer());
}
