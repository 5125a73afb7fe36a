/** A Postfix of its own on a free port of this machine: its configuration, queue and mailboxes lie in one folder. */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isLackingRoot } from '../support/programs.ts';

export const hasPostfix = !isLackingRoot('postfix', 'faketime', 'openssl');

export type Settings = Record<string, string>;
export type Delivered = { messageId: string; to: string };

/** Use with `await using`. It delivers what goes to example.org, and knows no user of society.example, our sender's domain. */
export async function startPostfix(settings: Settings = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'postfix-'));
  const port = await freePort();
  // Its processes run as several users.
  chmodSync(folder, 0o755);
  for (const name of ['etc', 'queue', 'data', 'mail']) mkdirSync(join(folder, name));
  const owner = idOf('postfix');
  chownSync(join(folder, 'data'), owner, owner);
  const noOne = idOf('nobody');
  chownSync(join(folder, 'mail'), noOne, noOne);
  writeFileSync(join(folder, 'etc/master.cf'), masterOf(port));
  writeFileSync(join(folder, 'mailboxes'), '/@example\\.org$/ all/\n');
  const fixed = mainOf(folder, noOne);

  function configure(more: Settings): void {
    const lines = Object.entries({ ...fixed, ...settings, ...more }).map(([name, value]) => `${name} = ${value}\n`);
    writeFileSync(join(folder, 'etc/main.cf'), lines.join(''));
  }

  function command(verb: 'start' | 'stop' | 'reload'): void {
    const { status, stderr } = spawnSync('/usr/sbin/postfix', ['-c', join(folder, 'etc'), verb], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`postfix ${verb}: ${stderr}\n${log()}`);
  }

  function log(): string {
    const file = join(folder, 'log');
    return existsSync(file) ? readFileSync(file, 'utf8') : '';
  }

  async function start(more: Settings = {}): Promise<void> {
    configure(more);
    command('start');
    for (let tries = 0; !(await isGreeted(port)); tries++) {
      if (tries === 100) throw new Error(`Postfix does not answer:\n${log()}`);
      await sleep(100);
    }
  }

  function stop(): void {
    command('stop');
  }

  await start();
  let isRunning = true;
  return {
    folder,
    url: `smtp://localhost:${port}`,
    log,
    stop() {
      isRunning = false;
      stop();
    },
    async start(more: Settings = {}) {
      await start(more);
      isRunning = true;
    },
    /** The same server with other settings, beside those it was started with. */
    async change(more: Settings) {
      stop();
      await start(more);
    },
    deliveredCount(): number {
      const inbox = join(folder, 'mail/all/new');
      return existsSync(inbox) ? readdirSync(inbox).length : 0;
    },
    /** What lies in the mailboxes. */
    delivered(): Delivered[] {
      const inbox = join(folder, 'mail/all/new');
      if (!existsSync(inbox)) return [];
      return readdirSync(inbox).map((name) => {
        const [head = ''] = readFileSync(join(inbox, name), 'latin1').split(/\r?\n\r?\n/);
        const field = (of: string) => new RegExp(`^${of}:\\s*(\\S+)`, 'im').exec(head)?.[1] ?? '';
        return { messageId: field('Message-ID'), to: field('Delivered-To') };
      });
    },
    async [Symbol.asyncDispose]() {
      if (isRunning) stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function mainOf(folder: string, noOne: number): Settings {
  return {
    compatibility_level: '3.6',
    queue_directory: `${folder}/queue`,
    data_directory: `${folder}/data`,
    maillog_file: `${folder}/log`,
    maillog_file_prefixes: folder,
    command_directory: '/usr/sbin',
    daemon_directory: '/usr/lib/postfix/sbin',
    mail_owner: 'postfix',
    setgid_group: 'postdrop',
    myhostname: 'mail.society.example',
    mydestination: '',
    inet_interfaces: '127.0.0.1',
    inet_protocols: 'ipv4',
    mynetworks: '127.0.0.0/8',
    alias_maps: '',
    alias_database: '',
    smtpd_relay_restrictions: 'permit_mynetworks, reject',
    smtpd_reject_unlisted_sender: 'no',
    virtual_mailbox_domains: 'example.org, society.example',
    virtual_mailbox_base: `${folder}/mail`,
    virtual_mailbox_maps: `regexp:${folder}/mailboxes`,
    virtual_uid_maps: `static:${noOne}`,
    virtual_gid_maps: `static:${noOne}`,
    virtual_minimum_uid: '1',
  };
}

function masterOf(port: number): string {
  const internal = ['cleanup:n:0', 'pickup:n:1', 'qmgr:n:1', 'tlsmgr:-:1', 'bounce:-:0', 'verify:-:1', 'proxymap:-:-'];
  const plain = [...internal, 'smtp:-:-', 'error:-:-', 'discard:-:-', 'anvil:-:1', 'scache:-:1', 'showq:n:-'].map(
    (one) => {
      const [name = '', isPrivate = '-', most = '-'] = one.split(':');
      return `${name} unix ${isPrivate} - n ${['pickup', 'qmgr'].includes(name) ? '60' : '-'} ${most} ${name}`;
    },
  );
  return [
    `127.0.0.1:${port} inet n - n - - smtpd`,
    ...plain,
    'rewrite unix - - n - - trivial-rewrite',
    'defer unix - - n - 0 bounce',
    'trace unix - - n - 0 bounce',
    'retry unix - - n - - error',
    'virtual unix - n n - - virtual',
    'postlog unix-dgram n - n - 1 postlogd',
    '',
  ].join('\n');
}

function idOf(user: string): number {
  return Number(spawnSync('id', ['-u', user], { encoding: 'utf8' }).stdout);
}

function isGreeted(port: number): Promise<boolean> {
  return new Promise((answer) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => answer(false));
    socket.once('data', () => {
      socket.destroy();
      answer(true);
    });
  });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
