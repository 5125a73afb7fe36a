/** Which backups are kept: 7 daily, 4 weekly and 12 monthly ones, and the last three of each that was made before a change. */
import { newestFirst } from '../backup.ts';

const dayMs = 86_400_000;
const lastBeforeChanges = 3;

/** The names of outdated backups. Never other files, or backups younger than a day. */
export function outdatedBackups(names: readonly string[], now: Date): string[] {
  const backups = newestFirst(names);
  const usual = backups.filter(({ reason }) => reason === 'nightly' || reason === 'asked');
  const kept = [
    ...latestOfEach(usual, ({ at }) => at.slice(0, 10), 7),
    ...latestOfEach(usual, ({ at }) => weekOf(at), 4),
    ...latestOfEach(usual, ({ at }) => at.slice(0, 7), 12),
    ...backups.filter(({ reason }) => reason === 'before-migration').slice(0, lastBeforeChanges),
    ...backups.filter(({ reason }) => reason === 'before-restore').slice(0, lastBeforeChanges),
    ...backups.filter(({ at }) => Date.parse(at) > now.getTime() - dayMs),
  ];
  return backups.filter((backup) => !kept.includes(backup)).map(({ name }) => name);
}

/** Counts days that have a backup, not calendar days, so that a clock that has jumped deletes nothing. */
function latestOfEach<T>(latestFirst: readonly T[], keyOf: (one: T) => string, most: number): T[] {
  const seen = new Map<string, T>();
  for (const one of latestFirst) if (!seen.has(keyOf(one))) seen.set(keyOf(one), one);
  return [...seen.values()].slice(0, most);
}

/** Weeks begin on Monday; the first of January 1970 was a Thursday. */
function weekOf(at: string): string {
  return String(Math.floor((Date.parse(at) / dayMs + 3) / 7));
}
