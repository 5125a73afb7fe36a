import { installMissing } from '../support/programs.ts';

/** What stands in front of the site. */
export function setup(): void {
  installMissing(['nginx']);
}
