import { readFileSync, writeFileSync } from 'node:fs';
import type { Site } from '../support/site.ts';

/** The most that the process held at any moment since the last call, as the system counts it; in megabytes. */
export function mostResident({ pid }: Pick<Site, 'pid'>): number {
  const kilobytes = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
  return Number(kilobytes) / 1024;
}
