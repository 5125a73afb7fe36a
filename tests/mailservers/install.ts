/** Real mail servers for these tests, from Debian where they are missing and may be installed. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const wanted = [
  { binary: '/usr/sbin/postfix', name: 'postfix' },
  { binary: '/usr/sbin/dovecot', name: 'dovecot-imapd' },
  { binary: '/usr/bin/faketime', name: 'faketime' },
  { binary: '/usr/bin/openssl', name: 'openssl' },
];

/** Says what is missing afterwards; the tests that need it are skipped. */
export function setup(): void {
  const isMissing = ({ binary }: { binary: string }) => !existsSync(binary);
  const missing = wanted.filter(isMissing).map(({ name }) => name);
  if (missing.length === 0) return;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const options = ['install', '-y', '--no-install-recommends', ...missing];
    spawnSync('/usr/bin/apt-get', options, { env, stdio: 'inherit' });
  }
  const left = wanted.filter(isMissing).map(({ name }) => name);
  if (left.length > 0)
    process.stderr.write(
      `\nNOT TESTED: ${left.join(', ')} cannot be installed here. As root on Debian: apt-get install ${left.join(' ')}\n\n`,
    );
}
