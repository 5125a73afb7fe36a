import { z } from '@hono/zod-openapi';
import { audit } from '#platform/audit.ts';
import type { AppContext } from '#platform/context.ts';
import { transact } from '#platform/db/db.ts';
import { tarOf } from '#platform/files/tar.ts';
import { createApiApp, routesOf, signedIn } from '#platform/http/api.ts';
import { recentPasswordRefusal, requireRecentPassword } from '#platform/http/recent-password.ts';
import { streamBytes } from '#platform/http/streaming.ts';
import type { Exported } from '#platform/spreadsheets/answer-table.ts';
import { siteFiles } from './site-files.ts';

const route = routesOf('Export');

const whole = route('get', '/', 'Export everything as files', {
  200: {
    description: 'Markdown, CSV and pictures in an archive',
    content: { 'application/x-tar': { schema: z.string().openapi({ format: 'binary' }) } },
  },
  ...recentPasswordRefusal,
});

/** Under /export/admin. */
export function exportApi(context: AppContext, exported: Exported) {
  const { db, clock } = context;
  const adminRoutes = createApiApp().openapi(whole, async (c) => {
    const now = clock.now();
    requireRecentPassword(c, now);
    const by = { administratorId: signedIn(c).id, now };
    await transact(db, async (trx) => {
      await audit(trx, { at: now, administratorId: by.administratorId, action: 'site.export', entityId: null });
      await exported(trx, by);
    });
    c.header('content-type', 'application/x-tar');
    c.header('content-disposition', `attachment; filename="website-${now.toISOString().slice(0, 10)}.tar"`);
    return streamBytes(c, context, tarOf(siteFiles(context)));
  });
  return { adminRoutes };
}
