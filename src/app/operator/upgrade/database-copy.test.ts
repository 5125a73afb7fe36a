import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { findLastRestore } from '#platform/audit.ts';
import { openDatabase } from '#platform/db/db.ts';
import { restoredCopy } from './database-copy.ts';

const older = 'ALTER TABLE issues DROP COLUMN send_after';

test.each([
  ['of today', null],
  ['of a version that could not hold a newsletter back', older],
])(
  'a copy %s that comes back sends no newsletter by itself, and is known as restored; it stays as it was',
  async (_, change) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'copy-'));
    onTestFinished(() => rmSync(dataDir, { recursive: true }));
    const now = new Date('2026-11-24T18:00:00.000Z');
    const at = '2026-11-20T18:00:00.000Z';
    {
      const database = await openDatabase({ dataDir });
      const { db } = database;
      const state = { isPublished: true, isFeatured: false, createdAt: at, updatedAt: at };
      const text = { title: 'A', description: 'A', content: '', contentText: '', imageAlt: '', ...state };
      const { id } = await db.insertInto('articles').values(text).returning('id').executeTakeFirstOrThrow();
      const issue = { articleId: id, subject: 'A', html: 'A', text: 'A', createdAt: at, updatedAt: at };
      await db
        .insertInto('issues')
        .values({ ...issue, state: 'sending', ...(change === null && { sendAfter: at }) })
        .execute();
      await db
        .insertInto('issues')
        .values({ ...issue, state: 'done' })
        .execute();
      if (change !== null) await sql.raw(change).execute(db);
      await database.close();
    }
    const restored = await restoredCopy({ dataDir, copy: dataDir, now });

    expect(await inside(restored)).toEqual({ states: ['paused', 'done'], restoredAt: now.toISOString() });
    expect(await inside(dataDir)).toEqual({ states: ['sending', 'done'], restoredAt: null });
  },
);

async function inside(dataDir: string) {
  const database = await openDatabase({ dataDir });
  const { db } = database;
  const issues = await db.selectFrom('issues').select('state').orderBy('id').execute();
  const restoredAt = await findLastRestore(db);
  await database.close();
  return { states: issues.map(({ state }) => state), restoredAt };
}
