import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';

test('an unreadable .env ends the command with a sentence', () => {
  const code = `import { loadEnvFile } from '${import.meta.dirname}/env-file.ts'; loadEnvFile('${tmpdir()}');`;
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', code], { encoding: 'utf8' });
  expect(stderr).toBe(
    `The settings in ${tmpdir()} cannot be read by this user (EISDIR). On a server, begin with: sudo -u one-health\n`,
  );
  expect(status).toBe(1);
});
