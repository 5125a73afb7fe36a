/** Three web processes and two mail workers on one PostgreSQL and one bucket, nginx in front, a mail server behind. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { resolve } from 'node:path';
import { type Database, openMigratedDatabase } from '#platform/db/db.ts';
import { emptyPlace } from '#tests/support/database.ts';
import { type Nginx, startNginx } from '#tests/support/nginx.ts';
import { s3Server, type TestS3 } from '#tests/support/s3.ts';
import { type Site, startSite } from '#tests/support/site.ts';
import { smtpServer, type TestSmtpServer } from '#tests/support/smtp.ts';

const root = resolve(import.meta.dirname, '../..');

export type Cluster = {
  /** Of the proxy, which is what visitors know. */
  url: string;
  sites: Site[];
  s3: TestS3;
  smtp: TestSmtpServer;
  db: Database['db'];
  nginx: Nginx;
  /** Ends a web process by the signal and starts it again at the same place. */
  restart(index: number, signal: NodeJS.Signals): Promise<void>;
  startWorkers(): Promise<void>;
  restartWorker(index: number, signal: NodeJS.Signals): Promise<void>;
  stop(): Promise<void>;
};

export async function startCluster(): Promise<Cluster> {
  const place = await emptyPlace('postgres');
  const s3 = await s3Server();
  const smtp = await smtpServer();
  const [port = 0, ...sitePorts] = await freePorts(4);
  const url = `http://127.0.0.1:${port}`;
  const env = {
    DATABASE_URL: place.url ?? '',
    SITE_URL: url,
    TRUST_PROXY: 'true',
    LOG_LEVEL: 'warn',
    S3_ENDPOINT: s3.settings.endpoint,
    S3_REGION: s3.settings.region,
    S3_ACCESS_KEY_ID: s3.settings.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.settings.secretAccessKey,
    SMTP_URL: smtp.url,
    MAIL_FROM: 'Society <news@society.example>',
    NEWSLETTER_RATE_PER_SECOND: '100',
  };
  const open = (index: number) => startSite({ ...env, PORT: String(sitePorts[index]) });
  // The database is empty: all three want to make its tables.
  const sites = await Promise.all(sitePorts.map((_, index) => open(index)));
  const database = await openMigratedDatabase({ databaseUrl: place.url, dataDir: place.dataDir });
  const nginx = await startNginx(port, sitePorts);
  const workers: ChildProcess[] = [];
  const openWorker = () => startWorker({ ...env, DATA_DIR: place.dataDir });

  return {
    url,
    sites,
    s3,
    smtp,
    nginx,
    db: database.db,
    restart: async (index, signal) => {
      await sites[index]?.stop(signal);
      sites[index] = await open(index);
    },
    startWorkers: async () => {
      workers.push(...(await Promise.all([openWorker(), openWorker()])));
    },
    restartWorker: async (index, signal) => {
      await end(workers[index], signal);
      workers[index] = await openWorker();
    },
    stop: async () => {
      await Promise.all([...workers.map((worker) => end(worker, 'SIGTERM')), ...sites.map((site) => site.stop())]);
      await nginx.stop();
      await database.close();
      await smtp[Symbol.asyncDispose]();
      await s3.stop();
      await place[Symbol.asyncDispose]();
    },
  };
}

async function startWorker(env: Record<string, string>): Promise<ChildProcess> {
  const options = { cwd: root, env: { PATH: process.env.PATH ?? '', NODE_ENV: 'production', ...env } };
  const worker = spawn(process.execPath, ['src/app/worker-main.ts'], {
    ...options,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  worker.stderr.on('data', (chunk) => process.stderr.write(chunk));
  await once(worker.stdout, 'data');
  return worker;
}

async function end(worker: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> {
  if (!worker || worker.exitCode !== null || worker.signalCode !== null) return;
  const ended = once(worker, 'exit');
  worker.kill(signal);
  await ended;
}

/** All at the same time, so that none is given twice. */
async function freePorts(count: number): Promise<number[]> {
  const probes = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(probes.map((probe) => once(probe, 'listening')));
  const ports = probes.map((probe) => (probe.address() as { port: number }).port);
  await Promise.all(probes.map((probe) => once(probe.close(), 'close')));
  return ports;
}
