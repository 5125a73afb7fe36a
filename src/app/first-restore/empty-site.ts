/** Whether the site still has nothing of anybody's own: what came with it does not count. */
import type { Db } from '#platform/db/db.ts';
import { isOnlyDemo } from '../demo/demo-content.ts';

export async function isSiteEmpty(db: Db): Promise<boolean> {
  if (await db.selectFrom('subscribers').select('id').limit(1).executeTakeFirst()) return false;
  const administrators = await db.selectFrom('administrators').select('id').limit(2).execute();
  return administrators.length < 2 && isOnlyDemo(db);
}
