/** Past committees: each year with its people. Their pictures and links go three years after its end, and names on request. */
import { getItem, presentItems, type RowOf } from '#features/items/items.server.ts';
import { mergeItem } from '#features/items/merge-input.server.ts';
import { type Save, saveItem } from '#features/items/saving.server.ts';
import { findMissingPictures, refuseMissingPictures } from '#features/uploads/missing-pictures.server.ts';
import { findPictureInfos } from '#features/uploads/pictures.server.ts';
import type { Viewer } from '#platform/actor.ts';
import type { AppContext } from '#platform/context.ts';
import { type Db, transact } from '#platform/db/db.ts';
import { Conflict, Invalid, NotFound } from '#platform/errors.ts';
import { parseClosing, presentClosing } from './closing-record.server.ts';
import { committeeKind } from './committee.kind.ts';
import type { Committee, CommitteeInput, PostInput } from './committee.schema.ts';
import { committeeMessages, isSameName, normaliseYearLabel, pathOfCommittee, yearLabelProblem } from './committee.ts';

export type CommitteeRow = RowOf<typeof committeeKind>;

/** The last year first. */
export function listCommitteeRows(db: Db): Promise<CommitteeRow[]> {
  const living = db.selectFrom('committees').selectAll().where('deletedAt', 'is', null);
  return living.orderBy('to', 'desc').orderBy('id', 'desc').execute();
}

/** By its label, or its id. @throws NotFound */
export async function getCommittee(db: Db, named: string): Promise<CommitteeRow> {
  const living = db.selectFrom('committees').selectAll().where('deletedAt', 'is', null);
  const label = named.normalize('NFC');
  const row = yearLabelProblem(label) ? null : await living.where('label', '=', label).executeTakeFirst();
  if (row) return row;
  if (!/^[1-9]\d{0,14}$/.test(named)) throw new NotFound(committeeKind.texts.notFound);
  return getItem(db, committeeKind, Number(named));
}

export async function presentCommittees(db: Db, rows: CommitteeRow[], viewer: Viewer): Promise<Committee[]> {
  const urls = rows.flatMap((row) => parsePosts(row).map(({ imageUrl = null }) => imageUrl));
  const pictures = await findPictureInfos(db, urls);
  return (await presentItems(db, rows, viewer)).map(({ closing, posts, ...item }) => ({
    ...item,
    path: pathOfCommittee(item.label),
    posts: parsePosts({ posts }).map(
      ({ link = null, imageUrl = null, imageFocalX = null, imageFocalY = null, ...post }) => ({
        ...post,
        link,
        imageUrl,
        imageFocalX,
        imageFocalY,
        image: pictures.get(imageUrl ?? '') ?? null,
      }),
    ),
    ...(viewer === 'administrators' && { closing: presentClosing(parseClosing({ closing })) }),
  }));
}

export async function presentCommittee(db: Db, row: CommitteeRow, viewer: Viewer): Promise<Committee> {
  const [year] = await presentCommittees(db, [row], viewer);
  return year as Committee;
}

export function parsePosts({ posts }: Pick<CommitteeRow, 'posts'>): PostInput[] {
  return JSON.parse(posts) as PostInput[];
}

export function saveCommittee(context: AppContext, save: Save<CommitteeInput>): Promise<Committee> {
  return transact(context.db, async (trx) => {
    await refuseMissingPictures(trx, context, save.input);
    await refuseMissingPortraits(trx, context, save.input.posts ?? []);
    return presentCommittee(trx, await writeCommittee(trx, save), 'administrators');
  });
}

/** @throws Invalid that names the first person whose picture is not there */
async function refuseMissingPortraits(trx: Db, context: AppContext, posts: PostInput[]): Promise<void> {
  const urls = posts.map(({ imageUrl }) => imageUrl ?? '');
  const [missing] = await findMissingPictures(trx, context, urls);
  if (missing !== undefined) throw Invalid.at('posts', committeeMessages.missingPicture(urls.indexOf(missing) + 1));
}

/** In the caller's transaction. @throws Invalid */
export function writeCommittee(trx: Db, save: Save<CommitteeInput>): Promise<CommitteeRow> {
  return saveItem(trx, committeeKind, { ...save, merge: (existing) => mergeCommittee(trx, existing, save.input) });
}

async function mergeCommittee(trx: Db, existing: CommitteeRow | null, input: CommitteeInput) {
  const kept = mergeItem(existing, input, { label: '', from: '', to: '' });
  const { from, to } = kept;
  const label = normaliseYearLabel(kept.label);
  const posts = input.posts ?? (existing ? parsePosts(existing) : []);
  const problem = yearLabelProblem(label);
  if (problem) throw Invalid.at('label', problem);
  for (const [name, day] of Object.entries({ from, to })) if (!day) throw Invalid.at(name, committeeMessages.badDay);
  if (to < from) throw Invalid.at('to', committeeMessages.backwards);
  for (const [at, post] of posts.entries()) {
    const missing = post.name
      ? post.position || committeeMessages.noPosition(at + 1)
      : committeeMessages.noName(at + 1);
    if (missing !== post.position) throw Invalid.at('posts', missing);
  }
  if (await isTaken(trx, label, existing?.id ?? 0)) throw Invalid.at('label', committeeMessages.taken(label));
  return { ...kept, label, posts: JSON.stringify(posts) };
}

async function isTaken(trx: Db, label: string, ownId: number): Promise<boolean> {
  // One save at a time decides about labels.
  await trx.selectFrom('kinds').select('name').where('name', '=', committeeKind.name).forUpdate().execute();
  const others = trx.selectFrom('committees').select('id').where('deletedAt', 'is', null).where('id', '!=', ownId);
  return (await others.where('label', '=', label).executeTakeFirst()) !== undefined;
}

/** Another year may have taken the name in the meantime. @throws Conflict */
export async function refuseDuplicateLabel(trx: Db, id: number): Promise<void> {
  const { label } = await getItem(trx, committeeKind, id);
  if (await isTaken(trx, label, id)) throw new Conflict(`${committeeMessages.taken(label)}. Rename that one first.`);
}

/** The positions of people with one of these names in past committees. */
export async function listPostsOfPeople(db: Db, names: string[]) {
  const rows = await db.selectFrom('committees').select(['label', 'posts']).orderBy('to').execute();
  return rows.flatMap((row) =>
    parsePosts(row)
      .filter((post) => names.some((name) => isSameName(name, post.name)))
      .map((post) => ({ year: row.label, ...post })),
  );
}
