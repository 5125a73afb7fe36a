import { installMissing } from '../support/debian-packages.ts';

/** What subscribes to a calendar, and what shows it. */
export function setup(): void {
  installMissing([
    { binary: '/usr/bin/vdirsyncer', name: 'vdirsyncer' },
    { binary: '/usr/bin/khal', name: 'khal' },
  ]);
}
