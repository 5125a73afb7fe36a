/** A backup's description of itself: its last part but one. The last part is its checksum, as `sha256sum` writes it. */
import { z } from 'zod';

export const manifestPath = 'manifest.json';
export const checksumPath = 'manifest.sha256';
export const rowsPath = (table: string) => `rows/${table}.ndjson`;
export const picturePath = (path: string) => `pictures/${path}`;

const Count = z.number().int().min(0);
const Name = z.string().regex(/^[a-z_0-9]{1,100}$/);

export const Manifest = z.object({
  format: z.literal('one-health-backup-1'),
  siteVersion: z.string(),
  madeAt: z.iso.datetime(),
  engine: z.enum(['sqlite', 'postgres']),
  migration: z.object({ number: z.number().int().min(1), name: z.string() }),
  tables: z.array(z.object({ name: Name, columns: z.array(Name).min(1), lastId: Count.nullable(), rows: Count })),
  /** Null if the pictures were left out: a restore then leaves the site's pictures as they are. */
  pictures: z.object({ files: Count, bytes: Count }).nullable(),
  /** All parts but the manifest and its checksum. */
  entries: z.array(z.object({ path: z.string(), bytes: Count, sha256: z.string().regex(/^[0-9a-f]{64}$/) })),
});
export type Manifest = z.infer<typeof Manifest>;
