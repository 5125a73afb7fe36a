/** Addresses that an item had before, here or on the site that it was imported from. */
import type { Db } from '#platform/db/db.ts';

export type Redirected = { kind: string; id: number };

/** The address of a post in WordPress, where no other is set. */
const postNumber = /[?&](?:p|page_id)=(\d+)(?:&|$)/;

export function isPostNumber(query: string): boolean {
  return postNumber.test(query);
}

/** '/2019/05/First/' and '/blog/?p=101' as they are stored; null for what no redirect can be of. */
export function redirectKey(address: string): string | null {
  const [, path = '', query = ''] = /^(\/[^?#]*)(\?[^#]*)?/.exec(address) ?? [];
  const [, post] = postNumber.exec(query) ?? [];
  try {
    const parts = decodeURI(path).normalize('NFC').toLowerCase().split('/').filter(Boolean);
    const key = `/${parts.join('/')}${post ? `?p=${post}` : ''}`;
    // PostgreSQL has no text with a zero byte.
    return key.length >= 2 && key.length <= 500 && !key.includes('\0') ? key : null;
  } catch {
    return null;
  }
}

export async function findRedirected(db: Db, address: string): Promise<Redirected | null> {
  const path = redirectKey(address);
  if (path === null) return null;
  const row = await db
    .selectFrom('redirects')
    .select(['kind', 'entityId as id'])
    .where('path', '=', path)
    .executeTakeFirst();
  return row ?? null;
}

/** An address that leads elsewhere already stays as it is. */
export async function addRedirects(trx: Db, { kind, id }: Redirected, addresses: string[]): Promise<void> {
  const paths = new Set(addresses.map(redirectKey).filter((path) => path !== null));
  if (paths.size === 0) return;
  await trx
    .insertInto('redirects')
    .values([...paths].map((path) => ({ path, kind, entityId: id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function removeRedirectsTo(trx: Db, { kind, id }: Redirected): Promise<void> {
  await trx.deleteFrom('redirects').where('kind', '=', kind).where('entityId', '=', id).execute();
}
