/**
 * Changes what all uses of one stored picture say: items, also in the bin, changes beside live articles, and settings. Each is saved
 * as by a form, all in one transaction.
 */
import type { Selectable } from 'kysely';
import { articleKind } from '#features/articles/article.kind.ts';
import {
  type ChangedFields,
  findChanges,
  type KeptChanges,
  writeChanges,
} from '#features/articles/changes/article-changes.server.ts';
import { type Content, readContent } from '#features/articles/content/content.server.ts';
import { letOthersRun } from '#features/articles/saving.server.ts';
import { itemTables } from '#features/items/items.server.ts';
import type { Kind } from '#features/items/kind.ts';
import { auditItem, updateItem } from '#features/items/saving.server.ts';
import { saveSettings } from '#features/settings/saving.server.ts';
import { getSettings, lockSettings } from '#features/settings/settings.server.ts';
import { type PictureSettings, settingsUses } from '#features/settings/settings.ts';
import { libraryMessages } from '#features/uploads/library/library.ts';
import type { ChangedPicture } from '#features/uploads/library/library-picture.schema.ts';
import type { Actor } from '#platform/actor.ts';
import type { AppContext } from '#platform/context.ts';
import { type Db, isPostgres, transact } from '#platform/db/db.ts';
import type { ItemColumns, PictureColumns } from '#platform/db/tables.ts';
import { Conflict } from '#platform/errors.ts';
import { kinds } from '../kinds.ts';
import { getPicture } from './list-pictures.ts';

export type Pictured = Pick<Selectable<PictureColumns>, 'imageUrl' | 'imageFocalX' | 'imageFocalY'> & {
  imageAlt?: string;
};

export type Change = {
  /** The text with the picture in it. */
  html: (html: string) => string;
  /** What is different now of an item, or of changes of an article. */
  fields: (item: Pictured) => Partial<Pictured>;
  settings: (settings: PictureSettings) => Partial<PictureSettings>;
};

type Asked = {
  /** The name of its file. */
  picture: string;
  change: Change;
  actor: Actor;
  /** Runs first in the transaction. */
  begin: (trx: Db) => Promise<void>;
  /** Answered, as the transaction leaves it. */
  pictureId: number;
};

/** Somebody has saved one of them since its text was read. */
class Moved extends Error {}

const mostTries = 5;

/**
 * Answers how many things were saved, and the picture.
 * @throws Conflict when others save all the time
 */
export async function changeUses(context: AppContext, asked: Asked): Promise<ChangedPicture> {
  for (let tries = 1; tries <= mostTries; tries += 1) {
    // Texts are read and rendered before the transaction: it must not stay open over long ones.
    const planned = await plan(context, asked);
    try {
      return await transact(context.db, (trx) => carryOut(context, trx, planned, asked));
    } catch (error) {
      if (!(error instanceof Moved)) throw error;
    }
  }
  throw new Conflict(libraryMessages.busy);
}

type Thing = { kind: Kind; id: number };
type Row = Selectable<ItemColumns & PictureColumns> & { content?: string; isPublished?: boolean; rendered?: string };
type Planned = Thing & {
  version: number;
  changesId: number | null;
  /** Null where the text stays as it is. */
  saved: Content | null;
  changes: Content | null;
};

async function plan(context: AppContext, { picture, change }: Asked): Promise<Planned[]> {
  const planned: Planned[] = [];
  for (const thing of await thingsWith(context.db, picture)) {
    const row = await findRow(context.db, thing);
    const kept = await changesOf(context.db, thing);
    const read = async (html: string | undefined) => {
      const changed = html === undefined ? html : change.html(html);
      return changed === undefined || changed === html ? null : readContent(context, changed);
    };
    planned.push({
      ...thing,
      version: row?.version ?? 0,
      changesId: kept?.id ?? null,
      saved: await read(row?.content),
      changes: await read(kept?.fields.content),
    });
  }
  return planned;
}

/** @throws Moved */
async function carryOut({ config }: AppContext, trx: Db, planned: Planned[], asked: Asked): Promise<ChangedPicture> {
  await asked.begin(trx);
  // Whoever locks the settings and items begins with the settings.
  let changed = (await changeSettings(trx, config, asked)) ? 1 : 0;
  const keyOf = ({ kind, id }: Thing) => `${kind.name} ${id}`;
  const things = await thingsWith(trx, asked.picture);
  if (things.map(keyOf).join() !== planned.map(keyOf).join()) throw new Moved();
  for (const thing of planned) {
    const row = await findRow(trx, thing, 'lock');
    const kept = await changesOf(trx, thing);
    if (row?.version !== thing.version || (kept?.id ?? null) !== thing.changesId) throw new Moved();
    if (await changeThing(trx, { ...asked, thing, row, kept })) changed += 1;
  }
  return { picture: await getPicture(trx, asked.pictureId), changed };
}

/** In the order in which they are locked. */
async function thingsWith(db: Db, picture: string): Promise<Thing[]> {
  const rows = await db
    .selectFrom('pictureUses')
    .select(['kind', 'entityId'])
    .distinct()
    .where('picture', '=', picture)
    .orderBy('kind')
    .orderBy('entityId')
    .execute();
  return rows.flatMap(({ kind: name, entityId: id }) =>
    kinds.filter((kind) => kind.name === name).map((kind) => ({ kind, id })),
  );
}

/** Also from the bin: it would come back with the picture of before. */
async function findRow(db: Db, { kind, id }: Thing, lock?: 'lock'): Promise<Row | undefined> {
  return itemTables(db)
    .selectFrom(kind.name)
    .selectAll()
    .where('id', '=', id)
    .$if(lock === 'lock' && isPostgres(db), (rows) => rows.forUpdate())
    .executeTakeFirst() as Promise<Row | undefined>;
}

function changesOf(db: Db, { kind, id }: Thing): Promise<KeptChanges | null> {
  return kind.name === articleKind.name ? findChanges(db, id) : Promise.resolve(null);
}

type Work = Asked & { thing: Planned; row: Row; kept: KeptChanges | null };

async function changeThing(trx: Db, { thing, row, kept, change, actor }: Work): Promise<boolean> {
  const kind = kinds.find(({ name }) => name === thing.kind.name) as typeof articleKind;
  const { rendered, ...read } = thing.saved ?? { rendered: null };
  const values = { ...change.fields(row), ...read };
  const isSaved = Object.keys(values).length > 0;
  if (isSaved) {
    const existing = row as Parameters<typeof updateItem<typeof articleKind>>[2]['existing'];
    await updateItem(trx, kind, { existing, values, actor });
    const detail = row.isPublished === undefined ? {} : { isPublished: row.isPublished };
    await auditItem(trx, kind, { verb: 'update', id: row.id, actor, detail });
    // The change of the content has forgotten what was rendered.
    if (rendered !== null) await trx.updateTable('articles').set({ rendered }).where('id', '=', row.id).execute();
  }
  const changed = kept && { ...kept.fields, ...change.fields(kept.fields), ...fieldsOf(thing.changes) };
  if (!kept || !changed || JSON.stringify(changed) === JSON.stringify(kept.fields)) return isSaved;
  // What they are based on has only changed as they have.
  const baseVersion = kept.baseVersion === row.version && isSaved ? row.version + 1 : kept.baseVersion;
  const shown = thing.changes?.rendered ?? kept.rendered;
  const written = { articleId: row.id, baseVersion, fields: changed, rendered: shown, saveKey: null, actor };
  await writeChanges(trx, written);
  await auditItem(trx, articleKind, { verb: 'keep-changes', id: row.id, actor });
  await letOthersRun();
  return true;
}

function fieldsOf(content: Content | null): Partial<ChangedFields> {
  return content ? { content: content.content, words: content.words } : {};
}

const unconcerned = async () => {};

async function changeSettings(trx: Db, config: AppContext['config'], asked: Asked): Promise<boolean> {
  const { picture, change, actor } = asked;
  const use = await trx
    .selectFrom('pictureUses')
    .select('field')
    .where('picture', '=', picture)
    .where('kind', '=', settingsUses.kind)
    .executeTakeFirst();
  if (!use) return false;
  await lockSettings(trx, 'change');
  const input = change.settings(await getSettings(trx, config));
  if (Object.keys(input).length === 0) return false;
  const follow = { timeZoneChanged: unconcerned, mailChanged: unconcerned, demandChanged: unconcerned };
  await saveSettings(trx, { input, config, ...follow, requireProof: () => {} }, actor);
  return true;
}
