import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { z } from '@hono/zod-openapi';
import { audit } from '#platform/audit.ts';
import type { AppContext } from '#platform/context.ts';
import { transact } from '#platform/db/db.ts';
import { NotFound } from '#platform/errors.ts';
import { actorOf, createApiApp, messageAnswer, returns, routesOf } from '#platform/http/api.ts';
import { recentPassword } from '#platform/http/recent-password.ts';
import type { Exported } from '#platform/spreadsheets/table-export.ts';
import { parseBackupName } from './backup.ts';
import { BackupNameParam, Backups } from './backups.schema.ts';
import { listBackupFiles } from './keeping/backup-files.server.ts';
import { readBackupState, requestRun } from './runs.server.ts';

const route = routesOf('Backups');
const asked = { 200: messageAnswer };

const routes = {
  list: route('get', '/', 'List the backups', {
    200: returns(Backups, 'The backups, and how the last one and the last rehearsal went'),
  }),
  backUp: route('post', '/', 'Back up now', { ...asked, ...recentPassword }),
  rehearse: route('post', '/rehearsals', 'Rehearse the restoring of the latest backup', asked),
  download: route('get', '/{name}', 'Download a backup', {
    request: { params: BackupNameParam },
    200: { description: 'The file', content: { 'application/octet-stream': { schema: z.string() } } },
    ...recentPassword,
  }),
};

/** Under /backups/admin. */
export function backupsApi({ db, config, clock }: AppContext, exported: Exported) {
  const { dir, s3 } = config.backup;
  const adminRoutes = createApiApp()
    .openapi(routes.list, async (c) => {
      const { copyError, ...state } = await readBackupState(db);
      return c.json(
        {
          folder: dir,
          files: await listBackupFiles(dir),
          ...state,
          copy: s3 ? { bucket: s3.bucket, error: copyError } : null,
        },
        200,
      );
    })
    .openapi(routes.backUp, async (c) => {
      await transact(db, (trx) => requestRun(trx, 'backup', clock.now()));
      return c.json({ message: 'The backup begins in a few seconds.' }, 200);
    })
    .openapi(routes.rehearse, async (c) => {
      await transact(db, (trx) => requestRun(trx, 'rehearsal', clock.now()));
      return c.json({ message: 'The rehearsal begins in a few seconds.' }, 200);
    })
    .openapi(routes.download, async (c) => {
      const { name } = c.req.valid('param');
      const file = parseBackupName(name) ? join(dir, name) : null;
      const found = file && (await stat(file).catch(() => null));
      if (!file || !found) throw new NotFound('This backup is not there, or not on this machine.');
      const by = actorOf(c, clock);
      await transact(db, async (trx) => {
        await audit(trx, {
          at: by.now,
          administratorId: by.administratorId,
          action: 'backup.download',
          entityId: null,
        });
        await exported(trx, by, 'a backup');
      });
      return c.body(Readable.toWeb(createReadStream(file)) as ReadableStream, 200, {
        'content-type': 'application/octet-stream',
        'content-length': String(found.size),
        'content-disposition': `attachment; filename="${name}"`,
      });
    });
  return { adminRoutes };
}
