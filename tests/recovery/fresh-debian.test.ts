/**
 * The lines of docs/how-to/deploy.md on a fresh Debian in a folder of its own, from the first to a claimed site behind Caddy with HTTPS.
 * Debian, its packages, npm, Caddy, users and rights are real; of systemd and the firewall there are short scripts, since they would be
 * those of this machine, and Caddy is its own authority.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { codeBlocks } from '../support/how-to.ts';
import { patient } from '../support/patience.ts';
import { installMissing, isLackingRoot } from '../support/programs.ts';
import { freePort } from '../support/site.ts';

installMissing(['debootstrap']);
const repository = resolve(import.meta.dirname, '../..');
const certificates = '/etc/ssl/certs/ca-certificates.crt';

/** As root would type them, with what a server has and this folder has not. */
const scripts = (port: number) => ({
  ufw: 'exit 0',
  journalctl: 'cat /var/log/one-health',
  systemctl: `unit=/etc/systemd/system/one-health.service
of() { sed -n "s/^$1=//p" $unit | head -n 1; }
case "$*" in
  'enable --now one-health')
    install -d -m 0700 -o one-health -g one-health /var/lib/one-health /var/cache/one-health
    cd "$(of WorkingDirectory)"
    env -i PATH="$PATH" PORT=${port} setpriv --reuid="$(of User)" --regid="$(of Group)" --clear-groups \\
      $(of ExecStart) > /var/log/one-health 2>&1 &
    echo $! > /run/one-health.pid ;;
  'reload caddy')
    { printf '{\\n\\tlocal_certs\\n\\tskip_install_trust\\n}\\n'; cat /etc/caddy/Caddyfile; } > /run/Caddyfile
    HOME=/root caddy start --adapter caddyfile --config /run/Caddyfile > /var/log/caddy.log 2>&1 ;;
esac`,
});

async function freshDebian(port: number) {
  const root = mkdtempSync('/var/tmp/site-debian-');
  const run = (program: string, ...args: string[]) => execFileSync(program, args, { stdio: 'pipe', encoding: 'utf8' });
  const mounted: string[] = [];
  onTestFinished(() => {
    spawnSync('chroot', [root, 'caddy', 'stop']);
    spawnSync('chroot', [root, 'sh', '-c', 'kill "$(cat /run/one-health.pid)"']);
    for (const place of mounted.reverse()) run('umount', '-l', place);
    run('rm', '--recursive', '--force', '--one-file-system', root);
  });
  chmodSync(root, 0o755);
  run('debootstrap', '--variant=minbase', '--include=ca-certificates,sudo', 'trixie', root);
  for (const [place, ...options] of [
    ['proc', '-t', 'proc', 'proc'],
    ['dev', '--bind', '/dev'],
  ] as const) {
    run('mount', ...options, join(root, place));
    mounted.push(join(root, place));
  }
  for (const file of ['/etc/resolv.conf', '/etc/hosts', certificates]) copyFileSync(file, join(root, file));
  appendFileSync(join(root, 'etc/hosts'), '127.0.0.1 onehealth.example.org\n');
  run('git', 'clone', '--quiet', '--bare', '--no-hardlinks', repository, join(root, 'one-health.git'));
  // The registry of this machine may have a certificate of its own.
  const sudoers = join(root, 'etc/sudoers.d/environment');
  writeFileSync(
    sudoers,
    'Defaults env_keep += "NODE_EXTRA_CA_CERTS npm_config_registry GIT_CONFIG_COUNT GIT_CONFIG_KEY_0 GIT_CONFIG_VALUE_0"\n',
  );
  chmodSync(sudoers, 0o440);
  for (const [name, code] of Object.entries(scripts(port))) {
    const file = join(root, 'usr/local/sbin', name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `#!/bin/sh\n${code}\n`);
    chmodSync(file, 0o755);
  }
  const env = {
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    HOME: '/root',
    DEBIAN_FRONTEND: 'noninteractive',
    NODE_EXTRA_CA_CERTS: certificates,
    npm_config_registry: run('npm', 'config', 'get', 'registry').trim(),
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: 'safe.directory',
    GIT_CONFIG_VALUE_0: '*',
  };
  return (code: string) => {
    const { status, stdout, stderr } = spawnSync('chroot', [root, 'bash', '-ec', code], {
      env,
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
    });
    const log = join(root, 'var/log/one-health');
    const said = existsSync(log) ? readFileSync(log, 'utf8') : '';
    if (status !== 0) throw new Error(`It ended with ${status}:\n${code}\n${(stdout + stderr).slice(-4000)}\n${said}`);
    return stdout + stderr;
  };
}

describe.skipIf(isLackingRoot('debootstrap'))('a fresh Debian', { timeout: patient(1_800_000) }, () => {
  test('becomes a claimed site with HTTPS by the lines of one page', async () => {
    const port = await freePort();
    const type = await freshDebian(port);
    const own = (text: string) =>
      text
        .replaceAll('https://git.example.org/one-health.git', '/one-health.git')
        .replaceAll('127.0.0.1:3000', `127.0.0.1:${port}`)
        .replaceAll('--retry 30', '--retry 300');
    const lines = codeBlocks('docs/how-to/deploy.md').filter((code) => !code.includes('docker'));
    const began = performance.now();
    const told = type(own(lines.join('\n')));
    const seconds = Math.round((performance.now() - began) / 1000);
    const typed = lines
      .join('')
      .replaceAll(/<<'END'\n[\s\S]*?\nEND\n/g, '\n')
      .trim()
      .split('\n').length;
    console.log(`${typed} lines typed, ${seconds} s`);

    expect(told).toContain('Backed up into ');
    const [, token = ''] =
      /^ *https:\/\/onehealth\.example\.org\/admin\/invitation#token=([\w-]{43})$/m.exec(told) ?? [];
    const curl =
      'curl -sS --retry 30 --retry-all-errors --cacert /root/.local/share/caddy/pki/authorities/local/root.crt';
    const claim = JSON.stringify({ token, username: 'admin', password: 'a password for the tests' });
    const used = type(
      `${curl} --fail-with-body --json '${claim}' https://onehealth.example.org/api/v1/account-links/use`,
    );
    expect(used).toContain('"token"');
    expect(type(`${curl} https://onehealth.example.org/`)).toContain('<main');
    expect(type(`${curl} -o /dev/null -w '%{http_code} %{redirect_url}' http://onehealth.example.org/`)).toContain(
      '308 https://onehealth.example.org/',
    );
    // The site owns its data, and not its program.
    expect(type('stat -c %U /srv/one-health/src /var/lib/one-health/site.db').trim().split('\n')).toEqual([
      'root',
      'one-health',
    ]);
  });
});
