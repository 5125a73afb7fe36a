/** Keys that the site makes for itself at first use and keeps in its database, one for each purpose. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Db } from './db/db.ts';

/** 256 bits, base64url; of two processes that make it at once, one wins and both use it. */
export async function secretFor(db: Db, name: string): Promise<string> {
  const find = () => db.selectFrom('secrets').select('value').where('name', '=', name).executeTakeFirst();
  const existing = await find();
  if (existing) return existing.value;
  await db
    .insertInto('secrets')
    .values({ name, value: randomBytes(32).toString('base64url'), createdAt: new Date().toISOString() })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  return (await find())?.value ?? secretFor(db, name);
}

/** HMAC-SHA256, base64url. */
export function sign(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url');
}

/** Compares in constant time. */
export function isSignature(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
