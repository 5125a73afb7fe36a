/** What CHANGELOG.md says of a version. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** `rolling`: processes of the version before may run beside it. Else all stop first. */
export type UpgradeKind = 'rolling' | 'needs a stop';
export type Entry = { version: string; date: string | undefined; upgrade: UpgradeKind | undefined };

/** Newest first; what has not been released is the version 'Unreleased'. */
export function readChangelog(root: string): Entry[] {
  const [, ...sections] = readFileSync(join(root, 'CHANGELOG.md'), 'utf8').split(/^## /m);
  return sections.map((text) => {
    const [, version = '', date] = /^(\S+)(?: - (\d{4}-\d\d-\d\d))?$/m.exec(text) ?? [];
    const [, upgrade] = /^Upgrade: (rolling|needs a stop)\b/m.exec(text) ?? [];
    return { version, date, upgrade: upgrade as UpgradeKind | undefined };
  });
}

/** @throws Error with a sentence when the version cannot be released as it stands there */
export function upgradeKindOf(root: string, version: string): UpgradeKind {
  const entry = readChangelog(root).find((one) => one.version === version);
  if (!entry?.date) throw new Error(`CHANGELOG.md has no heading "## ${version} - " with the day of the release.`);
  if (!entry.upgrade)
    throw new Error(`CHANGELOG.md does not say below ${version} "Upgrade: rolling" or "Upgrade: needs a stop".`);
  return entry.upgrade;
}
