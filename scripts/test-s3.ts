/**
 * `npm run test:long -- s3`: the storage's tests against a real S3 server. The one that S3_ENDPOINT and the other settings name,
 * whose bucket must exist and is emptied; without them OpenStack Swift, installed where it is missing (Debian, as root).
 */
import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { readConfig } from '../src/platform/config/config.ts';
import { s3Client } from '../src/platform/storage/s3-client.ts';
import { startSwift } from '../tests/support/swift.ts';

const root = resolve(import.meta.dirname, '..');

process.exitCode = await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  return 1;
});

async function main(): Promise<number> {
  if (process.env.S3_ENDPOINT) return runTests(process.env);
  const swift = await startSwift();
  try {
    console.log(`OpenStack Swift ${swift.version} with its S3 interface at ${swift.endpoint}`);
    const env = {
      ...process.env,
      S3_ENDPOINT: swift.endpoint,
      S3_ACCESS_KEY_ID: swift.accessKeyId,
      S3_SECRET_ACCESS_KEY: swift.secretAccessKey,
    };
    await makeBucket(env);
    return await runTests(env);
  } finally {
    await swift.stop();
  }
}

async function makeBucket(env: NodeJS.ProcessEnv): Promise<void> {
  const { s3 } = readConfig(env);
  if (!s3) throw new Error('The settings name no bucket.');
  const { response } = await s3Client(s3).send({ method: 'PUT', path: '' });
  if (!response.ok) throw new Error(`The bucket could not be made: ${response.status} ${await response.text()}`);
}

async function runTests(env: NodeJS.ProcessEnv): Promise<number> {
  const vitest = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', 'src/platform/storage', '-t', 'real server'];
  const options = { cwd: root, stdio: 'inherit', env: { ...env, TEST_REAL_S3: 'true' } } as const;
  const child = spawn(process.execPath, [...vitest, '--reporter=verbose'], options);
  return new Promise((done) => child.once('close', (code) => done(code ?? 1)));
}
