/** Each takes as long as twenty others: they start processes, wait for leases and deadlines, or walk through very much. */
export const longFiles = [
  'tests/crash.test.ts',
  'tests/stop.test.ts',
  'tests/full-disk.long.test.ts',
  'tests/back-up-and-restore.long.test.ts',
  'tests/how-to-commands.long.test.ts',
  'tests/faults/faults.test.ts',
  'tests/database-lock.test.ts',
  'tests/simulation/simulation.test.ts',
  'tests/postgres-away.long.test.ts',
  'tests/overload.test.ts',
  'tests/admin-cli.test.ts',
  'sign-in/throttle.test.ts',
  'mail-server-trouble.journey.test.ts',
  'subscribers-import.test.ts',
  'delivery/faults.journey.test.ts',
];
