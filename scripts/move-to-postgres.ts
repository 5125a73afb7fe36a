/** `npm run move-to-postgres`: copies the site of DATA_DIR to the empty PostgreSQL of DATABASE_URL, and reports what it did. */
import { join, resolve } from 'node:path';
import { moveSite } from '#app/operator/move-to-postgres.ts';
import { ConfigError, readConfig } from '#platform/config/config.ts';
import { loadEnvFile } from '#platform/config/env-file.ts';
import { DatabaseError } from '#platform/db/db.ts';
import { Unavailable } from '#platform/errors.ts';
import { NameTaken } from '#platform/storage/store.ts';

const explained = [ConfigError, DatabaseError, Unavailable, NameTaken];

process.exitCode = await main();

async function main(): Promise<number> {
  try {
    loadEnvFile(join(resolve(import.meta.dirname, '..'), '.env'));
    const config = readConfig(process.env);
    const { tables, files } = await moveSite(config);
    for (const { table, rows } of tables) console.log(`${String(rows).padStart(9)}  ${table}`);
    const sum = tables.reduce((total, { rows }) => total + rows, 0);
    console.log(`\n${sum} rows of ${tables.length} tables are in PostgreSQL now; each was read back and compared.`);
    console.log(
      files === null
        ? `The pictures are still in ${join(config.dataDir, 'One Health Images')}: the site needs that folder.`
        : `${files} files of pictures are in the bucket.`,
    );
    console.log(`Start the site with the same settings. ${config.dataDir} is as it was: keep it as a backup.`);
    return 0;
  } catch (error) {
    const isExplained = explained.some((kind) => error instanceof kind);
    console.error(isExplained && error instanceof Error ? error.message : error);
    return 1;
  }
}
