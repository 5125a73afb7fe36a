import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { findLastRestore } from '#platform/audit.ts';
import { type Db, openDatabase } from '#platform/db/db.ts';
import { restoredCopy } from './database-copy.ts';

const older = 'ALTER TABLE issues DROP COLUMN send_after; DROP TABLE scheduled_publications';

test.each([
  ['of today', null],
  ['of a version that could neither hold a newsletter back nor plan one', older],
])(
  'a copy %s that comes back sends and publishes nothing by itself, and is known as restored; it stays as it was',
  async (_, change) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'copy-'));
    onTestFinished(() => rmSync(dataDir, { recursive: true }));
    const now = new Date('2026-11-24T18:00:00.000Z');
    const at = '2026-11-20T18:00:00.000Z';
    {
      const database = await openDatabase({ dataDir });
      const { db } = database;
      const id = await draft(db);
      const issue = { articleId: id, subject: 'A', html: 'A', text: 'A', createdAt: at, updatedAt: at };
      await db
        .insertInto('issues')
        .values({ ...issue, state: 'sending', ...(change === null && { sendAfter: at }) })
        .execute();
      await db
        .insertInto('issues')
        .values({ ...issue, state: 'done' })
        .execute();
      const plan = { publishAt: '2026-11-25T08:00:00', dueAt: now.toISOString(), hasNewsletter: true, createdAt: at };
      for (const state of ['planned', 'published'] as const)
        await db
          .insertInto('scheduledPublications')
          .values({ ...plan, articleId: await draft(db), state, administratorId: null })
          .execute();
      for (const statement of change?.split(';') ?? []) await sql.raw(statement).execute(db);
      await database.close();
    }
    const restored = await restoredCopy({ dataDir, copy: dataDir, now });

    const [before, after] = change === null ? [['planned', 'published'], ['restored']] : [[], []];
    const restoredAt = now.toISOString();
    expect(await inside(restored)).toEqual({ states: ['paused', 'done'], plans: after, restoredAt });
    expect(await inside(dataDir)).toEqual({ states: ['sending', 'done'], plans: before, restoredAt: null });
  },
);

async function draft(db: Db): Promise<number> {
  const at = '2026-11-20T18:00:00.000Z';
  const state = { isPublished: true, isFeatured: false, createdAt: at, updatedAt: at };
  const text = { title: 'A', description: 'A', content: '', contentText: '', imageAlt: '', ...state };
  return (await db.insertInto('articles').values(text).returning('id').executeTakeFirstOrThrow()).id;
}

async function inside(dataDir: string) {
  const database = await openDatabase({ dataDir });
  const { db } = database;
  const issues = await db.selectFrom('issues').select('state').orderBy('id').execute();
  const restoredAt = await findLastRestore(db);
  const has = await sql`SELECT 1 FROM pragma_table_info('scheduled_publications')`.execute(db);
  const rows = db.selectFrom('scheduledPublications').select('state').orderBy('articleId');
  const plans = has.rows.length > 0 ? await rows.execute() : [];
  await database.close();
  return { states: issues.map(({ state }) => state), plans: plans.map(({ state }) => state), restoredAt };
}
