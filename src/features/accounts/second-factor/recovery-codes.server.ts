/** Ten codes for when phone and passkeys are lost. Each works once; only hashes are stored. */

import { randomInt } from 'node:crypto';
import { countRows } from '#platform/db/count-rows.ts';
import type { Db } from '#platform/db/db.ts';
import { sha256 } from '#platform/tokens.ts';
import { normaliseCode, recoveryCodeCount } from './second-factor.ts';

/** Without letters and digits that look alike: 15 of them are 74 bits, so that a plain hash hides them. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';

/** The earlier ones stop working. Shown once: no one can read them later. */
export async function replaceRecoveryCodes(trx: Db, administratorId: number, now: Date): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, newCode);
  await trx.deleteFrom('recoveryCodes').where('administratorId', '=', administratorId).execute();
  const rows = codes.map((code) => ({
    codeHash: sha256(normaliseCode(code)),
    administratorId,
    createdAt: now.toISOString(),
  }));
  await trx.insertInto('recoveryCodes').values(rows).execute();
  return codes;
}

/** False when it is not one of theirs, or was used before. */
export async function consumeRecoveryCode(
  trx: Db,
  administratorId: number,
  typed: string,
  now: Date,
): Promise<boolean> {
  const used = await trx
    .updateTable('recoveryCodes')
    .set({ usedAt: now.toISOString() })
    .where('administratorId', '=', administratorId)
    .where('codeHash', '=', sha256(normaliseCode(typed)))
    .where('usedAt', 'is', null)
    .returning('codeHash')
    .executeTakeFirst();
  return used !== undefined;
}

export function countRecoveryCodes(db: Db, administratorId: number): Promise<number> {
  const codes = db.selectFrom('recoveryCodes').where('administratorId', '=', administratorId);
  return countRows(codes.where('usedAt', 'is', null));
}

function newCode(): string {
  const five = () => Array.from({ length: 5 }, () => alphabet[randomInt(alphabet.length)]).join('');
  return `${five()}-${five()}-${five()}`;
}
