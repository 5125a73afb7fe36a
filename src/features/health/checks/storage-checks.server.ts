/** The store of pictures, and whether all pictures are in it. */
import { randomBytes } from 'node:crypto';
import { findLostPictures, lostPicturesSentence } from '#features/uploads/removing-pictures.server.ts';
import { bucketTodo, storageReasonOf } from '#platform/storage/open-store.ts';
import type { Store } from '#platform/storage/store.ts';
import { pluralise } from '#shared/text.ts';
import type { CheckContext, Reading } from '../check-contract.server.ts';
import { bad, good, look, type Verdict } from '../check-result.ts';

export async function storageVerdict({ config, now, store, triesWriting }: CheckContext): Promise<Verdict> {
  const todo = config.s3 ? bucketTodo : `Check the permissions of the folder: ls -la ${config.dataDir}`;
  try {
    for await (const _ of store.list()) break;
  } catch (error) {
    return bad(`The picture storage cannot be read: ${storageReasonOf(error)}`, todo);
  }
  if (!triesWriting) return good('The picture storage can be read.');
  try {
    await writeAndRemove(store, now);
    return good('The picture storage works: a test file was written, read and removed.');
  } catch (error) {
    return bad(`The picture storage can be read, but not written: ${storageReasonOf(error)}`, todo);
  }
}

/** Named like a picture: if it cannot be removed, the sweep removes it later with other strays. */
async function writeAndRemove(store: Store, now: Date): Promise<void> {
  const path = `health/${now.getTime()}-${randomBytes(8).toString('hex')}.txt`;
  const bytes = Buffer.from('This file is removed at once.\n');
  await store.put(path, bytes);
  try {
    const file = await store.get(path);
    const read = file && Buffer.from(await new Response(file.body).arrayBuffer());
    if (!read?.equals(bytes)) throw new Error('what is read is not what was written');
  } finally {
    await store.remove(path);
  }
}

export async function picturesVerdict({ config, db, store }: Reading): Promise<Verdict | null> {
  // Where the store cannot be read, another check says why.
  const found = await findLostPictures(db, store).catch(() => null);
  if (found === null) return null;
  const place = config.s3 ? 'the bucket' : 'the folder “One Health Images”';
  const sentence = lostPicturesSentence(found, place);
  if (sentence !== null)
    return bad(`${sentence}.`, `Bring ${place} back from a backup: docs/how-to/back-up-and-restore.md`);
  const all = found.all === 0 ? 'There is no picture yet.' : `All ${pluralise(found.all, 'picture')} are there.`;
  return (await copiesVerdict(db)) ?? good(all);
}

/** Pictures of other sites that are given up; null without one. */
async function copiesVerdict(db: Reading['db']): Promise<Verdict | null> {
  const missing = db.selectFrom('pictureCopies').select('address').where('url', 'is', null);
  const given = await missing.where('nextAttemptAt', 'is', null).orderBy('address').execute();
  const [first] = given;
  if (!first) return null;
  const pictures = pluralise(given.length, 'picture');
  return look(
    `${pictures} of other sites could not be copied, such as ${first.address}. Visitors see a link or the default picture.`,
    'Insert it as a file in the text that shows it.',
  );
}
