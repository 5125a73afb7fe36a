import { z } from '@hono/zod-openapi';
import { backupReasons } from './backup.ts';

/** The last that went well, and what has gone wrong since. */
const LastRun = z.object({
  goodAt: z.string().nullable().openapi({ description: 'When the last one went well' }),
  articles: z.number().int().nullable(),
  pictures: z.number().int().nullable(),
  bytes: z.number().int().nullable(),
  error: z.string().nullable().openapi({ description: 'Why the latest has failed; null when it went well' }),
  failedAt: z.string().nullable(),
  isUnderWay: z.boolean(),
});

const BackupFile = z.object({
  name: z.string(),
  at: z.string(),
  reason: z.enum(backupReasons),
  bytes: z.number().int(),
  isEncrypted: z.boolean(),
});
export type BackupFile = z.infer<typeof BackupFile>;

export const Backups = z
  .object({
    folder: z.string(),
    files: z.array(BackupFile).openapi({ description: 'The newest first' }),
    backup: LastRun,
    rehearsal: LastRun,
    copy: z
      .object({ bucket: z.string(), error: z.string().nullable() })
      .nullable()
      .openapi({ description: 'Where second copies go; null for nowhere' }),
  })
  .openapi('Backups');
export type Backups = z.infer<typeof Backups>;

export const BackupNameParam = z.object({
  name: z
    .string()
    .max(200)
    .openapi({ param: { name: 'name', in: 'path' }, example: 'one-health-2026-11-21T03-00-00Z-nightly.tar' }),
});
