declare module '#platform/db/tables.ts' {
  interface Tables {
    redirects: RedirectsTable;
  }
}

/** An address that leads to an item: one that it had before, here or on another site. */
export type RedirectsTable = {
  /** As `redirectKey` makes it. */
  path: string;
  /** A name in `kinds`. */
  kind: string;
  entityId: number;
};
