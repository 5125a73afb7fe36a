/** Where stored pictures stand, read from all contents: what the table of uses must say. */
import { findChanges } from '#features/articles/changes/article-changes.server.ts';
import { itemTables } from '#features/items/items.server.ts';
import { picturesIn } from '#features/items/kind.ts';
import { getSettings, lockSettings } from '#features/settings/settings.server.ts';
import { picturesInSettings, settingsUses } from '#features/settings/settings.ts';
import { areNoted, noteUses, type Place } from '#features/uploads/uses.server.ts';
import type { AppContext } from '#platform/context.ts';
import { type Db, isPostgres, transact } from '#platform/db/db.ts';
import { kinds } from '../kinds.ts';

type Zone = Pick<AppContext['config'], 'timeZone'>;
type Texts = Record<string, string | null>;

/** One place after another: a site may have gigabytes of texts. */
export async function* scanUses(db: Db, config: Zone): AsyncGenerator<[Place, Texts]> {
  for (const { name: kind } of kinds)
    for (const { id: entityId } of await itemTables(db)
      .selectFrom(kind as string)
      .select('id')
      .execute())
      for (const layer of kind === 'articles' ? (['saved', 'changes'] as const) : (['saved'] as const))
        yield [{ kind, entityId, layer }, await textsAt(db, config, { kind, entityId, layer })];
  yield [settingsUses, await textsAt(db, config, settingsUses)];
}

/** For contents that were written past the saves, as by a process of an earlier version during an upgrade. */
export async function noteMissedUses({ db, config }: Pick<AppContext, 'db' | 'config'>): Promise<void> {
  for await (const [place, texts] of scanUses(db, config)) {
    if (await areNoted(db, place, texts)) continue;
    // A save may have come between.
    await transact(db, async (trx) => {
      await lock(trx, place);
      await noteUses(trx, place, await textsAt(trx, config, place));
    });
  }
}

/** Nothing where the item is gone. */
async function textsAt(db: Db, config: Zone, { kind: name, entityId, layer }: Place): Promise<Texts> {
  const kind = kinds.find((one) => one.name === name);
  if (!kind) return picturesInSettings(await getSettings(db, config));
  if (layer === 'changes') return picturesIn(kind, (await findChanges(db, entityId))?.fields ?? {});
  const row = await itemTables(db).selectFrom(name).selectAll().where('id', '=', entityId).executeTakeFirst();
  return picturesIn(kind, row ?? {});
}

async function lock(trx: Db, { kind, entityId }: Place): Promise<void> {
  if (kind === settingsUses.kind) await lockSettings(trx, 'change');
  else
    await itemTables(trx)
      .selectFrom(kind)
      .select('id')
      .where('id', '=', entityId)
      .$if(isPostgres(trx), (rows) => rows.forUpdate())
      .execute();
}
