/** Programs that some tests need, from Debian where they are missing and may be installed. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

type Wanted = { binary: string; name: string };

/** Says what is missing afterwards; the tests that need it are skipped. */
export function installMissing(wanted: Wanted[]): void {
  const isMissing = ({ binary }: Wanted) => !existsSync(binary);
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
