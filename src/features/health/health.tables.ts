declare module '#platform/db/tables.ts' {
  interface Tables {
    healthAlerts: HealthAlertsTable;
  }
}

export type HealthAlertsTable = { name: string; title: string; beganAt: string; toldAt: string | null };
