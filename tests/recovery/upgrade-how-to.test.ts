/** What deploy.md and upgrade.md tell a volunteer to type, as it stands there, on a server that has neither Node nor npm nor git. */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { blockWith, codeBlocks } from '../support/how-to.ts';
import { type Machine, startMachine } from '../support/machine.ts';
import { isLackingRoot } from '../support/programs.ts';
import { makeRelease, otherVersion, unpack } from '../support/releases.ts';

const [deploy, upgrade] = ['docs/how-to/deploy.md', 'docs/how-to/upgrade.md'];
const versionIn = (page: string) => /^release=one-health-(\S+)$/m.exec(readFileSync(page, 'utf8'))?.[1] ?? '';

let release: ReturnType<typeof makeRelease>;
/** Archives under the names that the pages have for them, each with its checksum. */
const files: string[] = [];

beforeAll(async () => {
  release = makeRelease();
  const unpacked = unpack(release.archive, join(release.folder, 'unpacked'));
  for (const version of [versionIn(deploy), versionIn(upgrade)]) {
    const archive = await otherVersion(unpacked, version);
    const name = `one-health-${version}-linux-x64.tar.gz`;
    const file = join(release.folder, version, name);
    copyFileSync(archive, file);
    const checksum = readFileSync(`${archive}.sha256`, 'utf8').slice(0, 64);
    writeFileSync(`${file}.sha256`, `${checksum}  ${name}\n`);
    files.push(file, `${file}.sha256`);
  }
});
afterAll(() => release?.[Symbol.dispose]());

async function newMachine(): Promise<Machine> {
  const machine = await startMachine();
  for (const file of files) machine.download(file);
  return machine;
}

/** The blocks of deploy.md until the site runs, typed in one terminal. */
const install = [
  blockWith(deploy, 'useradd'),
  blockWith(deploy, 'sudo install -m 0640'),
  blockWith(deploy, 'systemctl enable'),
  blockWith(deploy, 'journalctl'),
].join('\n');

describe.skipIf(isLackingRoot())('as typed', () => {
  test('a site is installed, is upgraded and goes back', async () => {
    await using machine = await newMachine();
    const told = await machine.type(install);
    expect(told).toContain('linux-x64.tar.gz: OK');
    expect(told).toMatch(/password {2}\S{12,}/);
    expect(told).toContain('"status":"ready"');
    expect(await machine.type('ps -o user= -p $(cat /run/one-health.pid)')).toMatch(/^one-hea/);
    expect(await machine.type('cd /srv/one-health; sudo -u one-health ./current/run admin list')).toContain('office@');

    const upgraded = await machine.type(blockWith(upgrade, 'run upgrade -- $release'));
    expect(upgraded).toContain(`The site runs ${versionIn(upgrade)}.`);
    expect(machine.filesIn('srv/one-health/releases')).toEqual(
      [versionIn(deploy), versionIn(upgrade)].map((v) => `one-health-${v}`),
    );
    expect(await machine.type('find /var/lib/one-health ! -user one-health')).toBe('');

    const back = await machine.type(blockWith(upgrade, '--lose-changes'));
    expect(back).toContain(`The site runs ${versionIn(deploy)} again`);
    expect(await machine.type('curl -fsS http://127.0.0.1:3000/readyz')).toContain('"status":"ready"');
  });

  test('a site that was installed by git goes on with its data', async () => {
    await using machine = await newMachine();
    // As it was left: a checkout with .env in it, a user, data, a unit.
    const settings = blockWith(deploy, 'sudo install -m 0640');
    await machine.type(`${install}
      sudo systemctl stop one-health
      rm -r releases current
      sed -i 's#/current##' /etc/systemd/system/one-health.service`);
    const told = await machine.type(
      blockWith(upgrade, 'one-health-before').replace('systemctl stop one-health', 'true'),
    );
    expect(told).toContain('OK');
    await machine.type(
      'for n in $(seq 600); do curl -fs -o /dev/null http://127.0.0.1:3000/readyz && break; sleep 0.1; done',
    );
    expect(settings).toContain('office@');
    expect(await machine.type('cd /srv/one-health; sudo -u one-health ./current/run admin list')).toContain('office@');
  });

  test('no command of the page on upgrading is left untried', () => {
    expect(codeBlocks(upgrade)).toHaveLength(3);
  });
});
