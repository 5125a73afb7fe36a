/** Which page an address leads to. An address that a page ever had never leads to another page. */
import { splitLines } from '#features/items/kind.ts';
import type { Db } from '#platform/db/db.ts';
import { Invalid } from '#platform/errors.ts';
import { addressFromTitle, addressProblem, pageLimits, pageMessages } from './page.ts';
import type { PageRow } from './pages.server.ts';

export async function findIdByAddress(db: Db, named: string): Promise<number | null> {
  if (named.length > pageLimits.address) return null;
  const address = named.normalize('NFC').toLowerCase();
  return (await addressesOf(db)).find((page) => hasAddress(page, address))?.id ?? null;
}

type Addressed = Pick<PageRow, 'id' | 'title' | 'address' | 'formerAddresses' | 'deletedAt'>;

/** The addresses of all pages, including the bin: there are few. */
function addressesOf(db: Db): Promise<Addressed[]> {
  return db
    .selectFrom('pages')
    .select(['id', 'title', 'address', 'formerAddresses', 'deletedAt'])
    .orderBy('id')
    .execute();
}

function hasAddress({ address, formerAddresses }: Addressed, wanted: string): boolean {
  return address === wanted || splitLines(formerAddresses).includes(wanted);
}

type Wanted = { title: string; address: string | undefined };

/** The address, and those that lead to it from before. @throws Invalid */
export async function addressesAfterSave(trx: Db, existing: PageRow | null, { title, address }: Wanted) {
  if (existing && (address === undefined || address === existing.address)) {
    const { address, formerAddresses } = existing;
    return { address, formerAddresses };
  }
  const others = (await addressesOf(trx)).filter(({ id }) => id !== existing?.id);
  const chosen = address === undefined ? freeAddress(title, others) : address.trim().normalize('NFC');
  const problem = addressProblem(chosen) ?? takenProblem(chosen, others);
  if (problem) throw new Invalid(problem, { address: problem });
  const former = existing ? [...splitLines(existing.formerAddresses), existing.address] : [];
  return { address: chosen, formerAddresses: former.filter((one) => one !== chosen).join('\n') };
}

function freeAddress(title: string, others: Addressed[]): string {
  const first = addressFromTitle(title);
  for (let n = 1; ; n++) {
    const end = n === 1 ? '' : `-${n}`;
    const address = addressFromTitle(first.slice(0, pageLimits.address - end.length) + end);
    if (!addressProblem(address) && !takenProblem(address, others)) return address;
  }
}

function takenProblem(address: string, others: Addressed[]): string | null {
  const owner = others.find((page) => hasAddress(page, address));
  if (!owner) return null;
  return owner.deletedAt === null
    ? pageMessages.taken(address, owner.title)
    : pageMessages.takenInBin(address, owner.title);
}
