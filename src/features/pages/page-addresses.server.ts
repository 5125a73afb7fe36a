/** Which page an address leads to. An address that a page ever had never leads to another page. */

import { addRedirects, findRedirected } from '#features/items/redirects.server.ts';
import type { Db } from '#platform/db/db.ts';
import { Invalid } from '#platform/errors.ts';
import { pageKind } from './page.kind.ts';
import { addressFromTitle, addressProblem, pageLimits, pageMessages } from './page.ts';
import type { PageRow } from './pages.server.ts';

export async function findIdByAddress(db: Db, named: string): Promise<number | null> {
  // PostgreSQL has no text with a zero byte.
  if (named.length > pageLimits.address || named.includes('\0')) return null;
  return (await findOwner(db, named.normalize('NFC').toLowerCase()))?.id ?? null;
}

type Owner = Pick<PageRow, 'id' | 'title' | 'deletedAt'>;

/** The page that has the address or had it before, also one in the bin. */
async function findOwner(db: Db, address: string): Promise<Owner | undefined> {
  const pages = db.selectFrom('pages').select(['id', 'title', 'deletedAt']);
  const owner = await pages.where('address', '=', address).executeTakeFirst();
  if (owner) return owner;
  const before = await findRedirected(db, `/${address}`);
  return before?.kind === pageKind.name ? pages.where('id', '=', before.id).executeTakeFirst() : undefined;
}

type Wanted = { title: string; address: string | undefined };

/** The address that a save gives the page. @throws Invalid */
export async function addressAfterSave(trx: Db, existing: PageRow | null, { title, address }: Wanted) {
  if (existing && (address === undefined || address === existing.address)) return existing.address;
  const isOthers = async (wanted: string) => {
    const owner = await findOwner(trx, wanted);
    return owner && owner.id !== existing?.id ? owner : null;
  };
  const chosen = address === undefined ? await freeAddress(title, isOthers) : address.trim().normalize('NFC');
  const problem = addressProblem(chosen) ?? takenProblem(chosen, await isOthers(chosen));
  if (problem) throw Invalid.at('address', problem);
  if (existing) await keepOldAddress(trx, existing, chosen);
  return chosen;
}

async function keepOldAddress(trx: Db, { id, address }: PageRow, chosen: string): Promise<void> {
  await trx.deleteFrom('redirects').where('path', '=', `/${chosen}`).execute();
  await addRedirects(trx, { kind: pageKind.name, id }, [`/${address}`]);
}

/** For a new page; the wanted one when it is free. */
export function findFreeAddress(db: Db, wanted: string): Promise<string> {
  return freeAddress(wanted, async (address) => (await findOwner(db, address)) ?? null);
}

async function freeAddress(title: string, isOthers: (address: string) => Promise<Owner | null>): Promise<string> {
  const first = addressFromTitle(title);
  for (let n = 1; ; n++) {
    const end = n === 1 ? '' : `-${n}`;
    const address = addressFromTitle(first.slice(0, pageLimits.address - end.length) + end);
    if (!addressProblem(address) && !(await isOthers(address))) return address;
  }
}

function takenProblem(address: string, owner: Owner | null): string | null {
  if (!owner) return null;
  return owner.deletedAt === null
    ? pageMessages.taken(address, owner.title)
    : pageMessages.takenInBin(address, owner.title);
}
