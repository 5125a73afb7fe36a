import { installMissing } from '../support/programs.ts';

/** What subscribes to a calendar, and what shows it. */
export function setup(): void {
  installMissing(['vdirsyncer', 'khal']);
}
