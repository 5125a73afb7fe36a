import type { Generated } from 'kysely';

declare module '#platform/db/tables.ts' {
  interface Tables {
    uploads: UploadsTable;
    pictureCopies: PictureCopiesTable;
  }
}

type UploadsTable = {
  id: Generated<number>;
  /** The public address, /uploads/{purpose}/{name}; unique. */
  url: string;
  /** The name of a kind. */
  purpose: string;
  width: number;
  height: number;
  color: string;
  bytes: number;
  /** JSON, PictureVariant[]. */
  variants: string;
  createdAt: string;
  administratorId: number | null;
  /** Since then nothing mentions it; its files are to be removed. */
  removedAt: Generated<string | null>;
  fileName: Generated<string | null>;
};

/** A picture that stands on another site, and its copy here. */
type PictureCopiesTable = {
  /** As texts have it. */
  address: string;
  /** Of the copy; null until there is one. */
  url: string | null;
  attempts: number;
  /** Null when it is copied, or given up. */
  nextAttemptAt: string | null;
};
