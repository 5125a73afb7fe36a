/** Removes pictures that nothing mentions, and files without a row, once they are a week old. */
import { audit } from '#platform/audit.ts';
import type { AppContext } from '#platform/context.ts';
import { type Db, transact } from '#platform/db/db.ts';
import { pictureName, pictureNameIn } from '#shared/item-picture.ts';
import { listMentionedPictures } from './mentioned-pictures.server.ts';
import { storePathsOf } from './removing-pictures.server.ts';

type SweepContext = Pick<AppContext, 'db' | 'store' | 'clock' | 'log'>;

const keptMs = 7 * 86_400_000;

/** Includes the half-written file that a crash leaves in the folder. */
const ourFile = new RegExp(`^[a-z_-]+/(${pictureName.source}(\\.w\\d+)?\\.[a-z]+|\\.[0-9a-f-]{36})$`);

/** A week keeps pictures that a form has uploaded and not saved yet. */
export async function sweepPictures(context: SweepContext): Promise<void> {
  await removeUnmentioned(context);
  await removeStrays(context);
}

/** Deletes the rows first: after an interruption the files are strays, which `removeStrays` finds. */
async function removeUnmentioned({ db, store, clock }: SweepContext): Promise<void> {
  const now = clock.now();
  const before = new Date(now.getTime() - keptMs).toISOString();
  if ((await unmentioned(db, before)).length === 0) return;
  const gone = await transact(db, async (trx) => {
    const rows = await unmentioned(trx, before);
    for (const { id } of rows) await trx.deleteFrom('uploads').where('id', '=', id).execute();
    if (rows.length > 0) await note(trx, now, { pictures: rows.length });
    return rows;
  });
  for (const row of gone) for (const path of storePathsOf(row)) await store.remove(path);
}

async function unmentioned(db: Db, before: string) {
  const old = await db
    .selectFrom('uploads')
    .select(['id', 'url', 'variants'])
    .where('createdAt', '<', before)
    .execute();
  if (old.length === 0) return [];
  const mentioned = await listMentionedPictures(db);
  return old.filter(({ url }) => !mentioned.has(pictureNameIn(url)));
}

/**
 * Removes files without a row, from an interrupted upload or removal. When they outnumber the files with a row, the database
 * does not belong to the store, and nothing is removed.
 */
async function removeStrays({ db, store, clock, log }: SweepContext): Promise<void> {
  const now = clock.now();
  const rows = await db.selectFrom('uploads').select('url').execute();
  const known = new Set(rows.map(({ url }) => pictureNameIn(url)));
  const strays: string[] = [];
  let others = 0;
  for await (const { path, modifiedAt } of store.list()) {
    if (!ourFile.test(path)) continue;
    if (known.has(pictureNameIn(path))) others += 1;
    else if (now.getTime() - modifiedAt.getTime() > keptMs) strays.push(path);
  }
  if (strays.length > others) {
    log.error('most stored pictures are not known to this database; none is removed', {
      strays: strays.length,
      others,
    });
    return;
  }
  for (const path of strays) await store.remove(path);
  if (strays.length > 0) await note(db, now, { files: strays.length });
}

function note(db: Db, at: Date, detail: Record<string, number>): Promise<void> {
  return audit(db, { at, administratorId: null, action: 'upload.sweep', entityId: null, detail });
}
