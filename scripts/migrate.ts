/** `node scripts/migrate.ts FOLDER`: brings the database of a data folder up to date. An upgrade asks for it, on a copy. */
import { openDatabase } from '#platform/db/db.ts';

try {
  const [dataDir = ''] = process.argv.slice(2);
  const database = await openDatabase({ dataDir }, 'relaxed');
  await database.close();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
