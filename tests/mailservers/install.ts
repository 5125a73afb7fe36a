import { installMissing } from '../support/debian-packages.ts';

/** Real mail servers for these tests. */
export function setup(): void {
  installMissing([
    { binary: '/usr/sbin/postfix', name: 'postfix' },
    { binary: '/usr/sbin/dovecot', name: 'dovecot-imapd' },
    { binary: '/usr/bin/faketime', name: 'faketime' },
    { binary: '/usr/bin/openssl', name: 'openssl' },
  ]);
}
