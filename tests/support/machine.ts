/**
 * A machine of its own to type on as root: this one's files, of which it changes a copy in memory, processes and a network of its own,
 * without Node, npm and git. systemd is played by a script that reads the unit; everything else is real. Linux and root only.
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

const setUp = `
mount -t tmpfs -o size=3g tmpfs "$1" && mkdir "$1/changed" "$1/work" "$1/root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$1/changed,workdir=$1/work" "$1/root"
for part in dev sys; do mount --rbind "/$part" "$1/root/$part"; done
mount -t proc proc "$1/root/proc"
for part in tmp run; do mount -t tmpfs tmpfs "$1/root/$part"; done
rm -f "$1"/root/usr/bin/{node,npm,npx,git} "$1"/root/usr/local/bin/{node,npm,npx}
ip link set lo up
echo ready
# Not by exec: a shell also takes leave of the processes that others have left behind.
while sleep 3600; do :; done
`;

const programs: Record<string, string> = {
  sudo: `user=root
if [ "$1" = -u ]; then user=$2; shift 2; fi
exec setpriv --reuid="$user" --regid="$user" --clear-groups "$@"`,
  systemctl: `unit=/etc/systemd/system/one-health.service
of() { sed -n "s/^$1=//p" "$unit" | head -n 1; }
start() {
  install -d -m 0700 -o "$(of User)" -g "$(of Group)" "/var/lib/$(of StateDirectory)" "/var/cache/$(of CacheDirectory)"
  cd "$(of WorkingDirectory)" || exit 1
  env -i PATH=/usr/bin:/bin "$(of Environment)" setpriv --reuid="$(of User)" --regid="$(of Group)" --clear-groups $(of ExecStart) \\
    >> /var/log/one-health 2>&1 &
  echo $! > /run/one-health.pid
}
stop() {
  pid=$(cat /run/one-health.pid)
  kill -TERM "$pid" && while kill -0 "$pid" 2> /dev/null; do sleep 0.1; done
}
case "$1" in
  start) start ;;
  stop) stop ;;
  restart) stop; start ;;
  enable) start; for n in $(seq 600); do curl -fs -o /dev/null http://127.0.0.1:3000/readyz && exit; sleep 0.1; done ;;
esac`,
  journalctl: 'cat /var/log/one-health',
};

export type Machine = Awaited<ReturnType<typeof startMachine>>;

/** Use with `await using`. */
export async function startMachine() {
  const folder = mkdtempSync(join(tmpdir(), 'machine-'));
  const apart = ['--mount', '--net', '--pid', '--fork', '--kill-child', '--propagation', 'private'];
  const child = spawn('unshare', [...apart, 'bash', '-ec', setUp, 'set-up', folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [said] = (await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])) as [unknown];
  if (String(said).trim() !== 'ready') throw new Error('No machine could be made.');
  const inner = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim();
  const root = `/proc/${inner}/root${join(folder, 'root')}`;
  const put = (path: string, text: string) => {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), text);
    chmodSync(join(root, path), 0o755);
  };
  for (const [name, code] of Object.entries(programs)) put(`usr/local/bin/${name}`, `#!/bin/bash\n${code}\n`);
  mkdirSync(join(root, 'root/downloads'), { recursive: true });
  const env = { PATH: '/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', HOME: '/root' };

  return {
    /** In the folder for downloads. @throws Error with what was printed when a command fails */
    type: async (code: string): Promise<string> => {
      const inside = ['chroot', join(folder, 'root'), 'bash', '-ec', `cd /root/downloads\n${code}`];
      const { stdout, stderr } = await run('nsenter', ['-t', inner, '-m', '-n', '-p', ...inside], { env });
      return stdout + stderr;
    },
    download: (file: string) => cpSync(file, join(root, 'root/downloads', basename(file))),
    log: () => readFileSync(join(root, 'var/log/one-health'), 'utf8'),
    filesIn: (path: string) => readdirSync(join(root, path)).sort(),
    [Symbol.asyncDispose]: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
