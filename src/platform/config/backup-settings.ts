/** The settings of backups. */
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { s3EnvironmentSchema, s3Settings } from './s3-settings.ts';

export const backupEnvironment = {
  BACKUP_DIR: z.string().optional(),
  BACKUP_PASSPHRASE: z.string().min(16, 'must have at least 16 characters').optional(),
  ...s3EnvironmentSchema('BACKUP_S3_', 'one-health-backups'),
};

type Given = { DATA_DIR: string; BACKUP_DIR?: string | undefined; BACKUP_PASSPHRASE?: string | undefined };

export function backupSettings(env: Given & Record<string, unknown>) {
  return {
    /** The folder that they are written into. */
    dir: resolve(env.BACKUP_DIR ?? join(env.DATA_DIR, 'backups')),
    /** Undefined leaves them unencrypted. */
    passphrase: env.BACKUP_PASSPHRASE,
    /** Where second copies go; undefined: there are none. */
    s3: s3Settings(env, 'BACKUP_S3_'),
  };
}
