declare module '#platform/db/tables.ts' {
  interface Tables {
    settings: SettingsTable;
  }
}

export type SettingsTable = {
  key: string;
  /** JSON. */
  value: string;
  updatedAt: string;
};
