/** The running site, as systemd has it. */
import { spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { UpgradeRefused } from './upgrade-refused.ts';

const lookEveryMs = 100;

export type Service = { name: string; url: string };

/** Waits until it is gone. @throws UpgradeRefused when it is not, and then it goes on */
export async function stopService(service: Service): Promise<void> {
  systemctl('stop', service);
  if ((await statusOf(service, '/healthz')) === null) return;
  startService(service);
  throw new UpgradeRefused(`Something still answers at ${service.url}: is ${service.name} the service of this site?`);
}

/** @throws UpgradeRefused when systemd cannot */
export function startService(service: Service): void {
  systemctl('start', service);
}

/** Whether it can serve, and shows its first page, before the time is over. */
export async function isReadyWithin(service: Service, milliseconds: number): Promise<boolean> {
  const end = performance.now() + milliseconds;
  while (performance.now() < end) {
    if ((await statusOf(service, '/readyz')) === 200 && (await statusOf(service, '/')) === 200) return true;
    await sleep(lookEveryMs);
  }
  return false;
}

/** Null when nobody answers. */
async function statusOf({ url }: Service, path: string): Promise<number | null> {
  try {
    const response = await fetch(url + path, { signal: AbortSignal.timeout(5000), redirect: 'manual' });
    await response.body?.cancel();
    return response.status;
  } catch {
    return null;
  }
}

function systemctl(verb: 'start' | 'stop', { name }: Service): void {
  const { status, stderr, error } = spawnSync('systemctl', [verb, name], { encoding: 'utf8' });
  if (status !== 0)
    throw new UpgradeRefused(`"systemctl ${verb} ${name}" failed: ${(error?.message ?? stderr).trim()}`);
}
