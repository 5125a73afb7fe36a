/** A real IMAP server, Dovecot, for tests that run as root. */
import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ImapFlow } from 'imapflow';
import { patient } from './patience.ts';
import { findProgram, isLackingRoot } from './programs.ts';

const password = 'pass/word@1';

export const hasDovecot = !isLackingRoot('dovecot');

export async function startDovecot() {
  const folder = await mkdtemp(join(tmpdir(), 'dovecot-'));
  // Its processes run as several users.
  await chmod(folder, 0o755);
  await mkdir(join(folder, 'home'));
  await chmod(join(folder, 'home'), 0o777);
  const port = await freePort();
  await writeFile(join(folder, 'dovecot.conf'), configuration(folder, port));
  const server = spawn(findProgram('dovecot') ?? 'dovecot', ['-F', '-c', join(folder, 'dovecot.conf')], {
    stdio: 'ignore',
  });
  await answers(port, server);
  const login = { host: '127.0.0.1', port, secure: false, auth: { user: 'news', pass: password } };

  /** Runs `work` on an open INBOX. */
  async function inbox<T>(work: (client: ImapFlow) => Promise<T>): Promise<T> {
    const client = new ImapFlow({ ...login, logger: false });
    await client.connect();
    await client.mailboxOpen('INBOX');
    try {
      return await work(client);
    } finally {
      await client.logout();
    }
  }

  return {
    /** The folder of a Maildir called mail: another mail server may deliver there. */
    home: join(folder, 'home'),
    url: `imap://news:${encodeURIComponent(password)}@127.0.0.1:${port}/INBOX`,
    deliver: (mail: string) => inbox((client) => client.append('INBOX', mail)),
    /** All mails, as they arrived. */
    mails: () =>
      inbox(async (client) => {
        const mails = await client.fetchAll('1:*', { source: true });
        return mails.flatMap(({ source }) => source ?? []);
      }),
    /** The subjects of the unread mails. */
    unread: () =>
      inbox(async (client) => {
        const mails = await client.fetchAll('1:*', { envelope: true, flags: true });
        return mails.filter(({ flags }) => !flags?.has('\\Seen')).map(({ envelope }) => envelope?.subject);
      }),
    async [Symbol.asyncDispose]() {
      const ended = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function configuration(folder: string, port: number): string {
  return `protocols = imap
base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/log
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
mail_location = maildir:${folder}/home/mail
first_valid_uid = 1
default_login_user = nobody
default_internal_user = nobody
default_internal_group = nogroup
service imap-login {
  chroot =
  inet_listener imap {
    port = ${port}
  }
}
service anvil {
  chroot =
}
passdb {
  driver = static
  args = password=${password}
}
userdb {
  driver = static
  args = uid=nobody gid=nogroup home=${folder}/home
}
`;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function answers(port: number, server: ChildProcess): Promise<void> {
  for (const deadline = Date.now() + patient(10_000); Date.now() < deadline; ) {
    if (server.exitCode !== null) throw new Error('Dovecot did not start');
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true)).once('error', () => resolve(false));
      socket.once('connect', () => socket.destroy());
    });
    if (isOpen) return;
    await sleep(100);
  }
  throw new Error('Dovecot does not answer');
}
