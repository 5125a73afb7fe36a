import { installMissing } from '../support/programs.ts';

/** Real mail servers for these tests. */
export function setup(): void {
  installMissing(['postfix', 'dovecot', 'faketime', 'openssl']);
}
