import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { healthDependencies } from '#app/monitoring/health-dependencies.ts';
import type { CheckResult } from '#features/health/check-result.ts';
import { runDoctor } from '#features/health/doctor.server.ts';
import { compileCache } from './support/compile-cache.ts';
import { engines } from './support/database.ts';
import { startSite } from './support/site.ts';
import { findingsIn, illsOf } from './support/unhealthy-site.ts';

const root = resolve(import.meta.dirname, '..');

function doctor(args: string[], env: Record<string, string>) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/doctor.ts', ...args], {
    cwd: root,
    encoding: 'utf8',
    env: { PATH: process.env.PATH ?? '', NODE_COMPILE_CACHE: compileCache, ...env },
  });
  return { status, stdout, stderr };
}

describe('npm run doctor', () => {
  test('prints a line for each check and one thing to do, or the same as JSON', async () => {
    await findingsIn({
      spoil: ({ env }) => {
        const told = doctor([], { ...env, DISK_RESERVE_MB: '1000000' });
        expect(told).toMatchObject({ status: 1, stderr: '' });
        expect(told.stdout).toMatch(/^good {2}Settings +The settings can be used\.$/m);
        expect(told.stdout).toMatch(/^bad {3}Disk +The disk of .+ has .+ left: nothing can be saved\.\n +→ Make room/m);
        expect(told.stdout).toMatch(/\n\n\d+ good, \d+ to look at, \d+ bad\.\n$/);
        const findings = JSON.parse(doctor(['--json'], env).stdout) as CheckResult[];
        expect(findings[0]).toEqual({
          check: 'settings',
          title: 'Settings',
          level: 'good',
          sentence: 'The settings can be used.',
          todo: null,
        });
      },
    });
  });

  test('the commands of its how-to do what the how-to says', async () => {
    const page = readFileSync(resolve(root, 'docs/how-to/doctor.md'), 'utf8');
    const commands = [...page.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, code = '']) =>
      code.replace('sudo -u one-health ', ''),
    );
    expect(commands).toHaveLength(2);
    await findingsIn({
      spoil: ({ env }) => {
        const place = {
          PATH: `${resolve(root, 'node_modules/.bin')}:${process.env.PATH}`,
          HOME: env.DATA_DIR ?? '',
          NODE_COMPILE_CACHE: compileCache,
          ...env,
        };
        const [lines, json] = commands.map((code) =>
          spawnSync('bash', ['-c', code], { cwd: root, encoding: 'utf8', env: place }),
        );
        expect([lines?.status, json?.status]).toEqual([1, 1]);
        expect(lines?.stdout).toMatch(/^bad +SITE_URL +The site does not answer on port 9\.\n +→ Start it/m);
        expect(json?.stdout).toContain('"check": "address"');
      },
    });
  });

  test('prints its usage', () => {
    expect(doctor(['--help'], {})).toMatchObject({ status: 0, stdout: expect.stringContaining('npm run doctor') });
    expect(doctor(['--fix'], {})).toMatchObject({ status: 2, stderr: expect.stringContaining('--json') });
  });
});

test.each(engines)('on %s it finds nothing bad on a running site, and changes nothing', async (engine) => {
  await findingsIn({
    engine,
    spoil: async ({ env }) => {
      const { PORT: _, ...place } = env;
      await using site = await startSite({ ...place, ADMIN_EMAIL: 'editor@society.example' });
      const findings = await runDoctor(
        { ...place, SITE_URL: site.url, PORT: new URL(site.url).port },
        new Date(),
        healthDependencies,
      );
      expect(illsOf(findings)).toEqual(['look address', 'look smtp']);
    },
  });
});
