declare module '#platform/db/tables.ts' {
  interface Tables {
    pictureCopies: PictureCopiesTable;
  }
}

/** A picture that stands on another site, and its copy here. */
export type PictureCopiesTable = {
  /** As texts have it. */
  address: string;
  /** Of the copy; null until there is one. */
  url: string | null;
  attempts: number;
  /** Null when it is copied, or given up. */
  nextAttemptAt: string | null;
};
