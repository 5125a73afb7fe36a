/** Leaving: everything that the society has made, in one file. */
import { z } from '@hono/zod-openapi';
import { audit } from '#platform/audit.ts';
import type { AppContext } from '#platform/context.ts';
import { transact } from '#platform/db/db.ts';
import { writeZip } from '#platform/files/zip.ts';
import { actorOf, createApiApp, routesOf } from '#platform/http/api.ts';
import { recentPasswordRefusal, requireRecentPassword } from '#platform/http/recent-password.ts';
import { streamBytes } from '#platform/http/stream-bytes.ts';
import type { Exported } from '#platform/spreadsheets/table-export.ts';
import type { AskAsVisitor } from './ask-as-visitor.ts';
import { ExportQuery } from './export.schema.ts';

const download = routesOf('Export')('get', '/', 'Download everything as files', {
  request: { query: ExportQuery },
  200: {
    description: 'A zip file',
    content: { 'application/zip': { schema: z.string().openapi({ format: 'binary' }) } },
  },
  ...recentPasswordRefusal,
});

/** Under /export/admin. */
export function exportApi(context: AppContext, exported: Exported, ask: AskAsVisitor) {
  const { db, clock } = context;
  const adminRoutes = createApiApp().openapi(download, async (c) => {
    const { parts } = c.req.valid('query');
    const hasPeople = parts.includes('people');
    if (hasPeople) requireRecentPassword(c);
    const by = actorOf(c, clock);
    await transact(db, async (trx) => {
      const { administratorId, now: at } = by;
      await audit(trx, { at, administratorId, action: 'site.export', entityId: null });
      if (hasPeople) await exported(trx, by, 'an export of the site and its people');
    });
    // Its packages are loaded when someone leaves.
    const { exportFiles } = await import('./export-files.ts');
    c.header('content-type', 'application/zip');
    c.header('content-disposition', `attachment; filename="export-${by.now.toISOString().slice(0, 10)}.zip"`);
    return streamBytes(c, context, writeZip(exportFiles(context, parts, ask)));
  });
  return { adminRoutes };
}
