declare module '#platform/db/tables.ts' {
  interface Tables {
    drafts: DraftsTable;
  }
}

/** Unsaved text of a form: one row per form and administrator. */
export type DraftsTable = {
  administratorId: number;
  /** A name in `kinds`. */
  kind: string;
  /** 0 for an item that is not saved yet. */
  entityId: number;
  /** The id of the form that wrote it. */
  id: string;
  /** Names the creation of its item, and its pictures in a browser. */
  key: string;
  at: string;
  version: number | null;
  /** JSON. */
  data: string;
};
