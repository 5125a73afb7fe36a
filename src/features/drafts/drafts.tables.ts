declare module '#platform/db/tables.ts' {
  interface Tables {
    drafts: DraftsTable;
  }
}

/** Unsaved text of a form: one row per form and administrator. */
export type DraftsTable = {
  administratorId: number;
  /** See `draft.ts`. */
  form: string;
  at: string;
  version: number | null;
  /** JSON. */
  data: string;
};
