/** The newsletter and a real Postfix in trouble: no one is lost, no one is mailed twice, no one is suppressed. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createDeliveryWorker } from '#features/newsletter/delivery/worker/delivery-worker.server.ts';
import { smtpMailer } from '#platform/mail/smtp/smtp-mailer.ts';
import { everyEngine } from '#tests/support/database.ts';
import { siteWithSubscribers } from '#tests/support/site-with-subscribers.ts';
import { eventually } from '#tests/support/smtp.ts';
import { hasPostfix, startPostfix } from './postfix.ts';

const minute = 60_000;
const hour = 60 * minute;
const subscribers = 20;

type Postfix = Awaited<ReturnType<typeof startPostfix>>;

/** The site and a worker of five connections, whose clock the test moves. */
async function site(engine: (typeof everyEngine)[number], url: string) {
  const all = await siteWithSubscribers(engine, subscribers);
  const { app } = all;
  const mailer = smtpMailer(url, { name: 'Society', address: 'news@society.example' });
  const worker = createDeliveryWorker({ ...app.context, mailer });
  const renewing = setInterval(() => void worker.renewLeases(), 1000);
  onTestFinished(async () => {
    clearInterval(renewing);
    await mailer.close();
  });
  async function pass(ms: number, stepMs = minute): Promise<void> {
    for (let passed = 0; passed < ms; passed += stepMs) {
      app.clock.advance(stepMs);
      await worker.sendDue();
    }
  }
  async function expectAllServed(postfix: Postfix): Promise<void> {
    await eventually(() => postfix.delivered().length >= subscribers, 60_000);
    const delivered = postfix.delivered();
    expect(delivered).toHaveLength(subscribers);
    expect(new Set(delivered.map(({ messageId }) => messageId)).size).toBe(subscribers);
    expect(new Set(delivered.map(({ to }) => to)).size).toBe(subscribers);
    expect((await all.deliveries()).map(({ state }) => state)).toEqual(Array(subscribers).fill('sent'));
    const { db } = app;
    expect(await db.selectFrom('subscribers').select('id').where('state', '!=', 'confirmed').execute()).toEqual([]);
    expect(await db.selectFrom('bounces').selectAll().execute()).toEqual([]);
  }
  const waitsFor = async () => (await all.issue()).serverPauseReason;
  return { ...all, worker, pass, expectAllServed, waitsFor };
}

/** A certificate for localhost that vouches for itself, as made `when`, for 30 days. */
function makeCertificate(folder: string, name: string, when: string): void {
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const files = ['-keyout', join(folder, `${name}.key`), '-out', join(folder, `${name}.pem`)];
  const openssl = ['openssl', 'req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '30', ...subject, ...files];
  const { status, stderr } = spawnSync('faketime', [when, ...openssl], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
}

describe.skipIf(!hasPostfix).each(everyEngine)('Postfix in trouble, on %s', (engine) => {
  test('killed 35 seconds after the end of each mail: no one gets it twice', async () => {
    await using postfix = await startPostfix({ smtpd_end_of_data_restrictions: 'sleep 35, permit' });
    await using society = await site(engine, postfix.url);
    await society.app.db.deleteFrom('subscribers').where('id', '>', 5).execute();
    await society.send();
    await society.worker.sendDue();
    await society.pass(10 * minute);
    await eventually(() => postfix.delivered().length >= 5, 60_000);
    expect(postfix.delivered()).toHaveLength(5);
    expect((await society.deliveries()).map(({ state }) => state)).toEqual(Array(5).fill('sent'));
  });

  test('a sender that it does not know', async () => {
    await using postfix = await startPostfix({ smtpd_reject_unlisted_sender: 'yes' });
    await using society = await site(engine, postfix.url);
    await society.send();
    await society.worker.sendDue();
    for (let presses = 0; presses < 5; presses++) {
      await society.control('resume');
      await society.worker.sendDue();
    }
    await society.pass(5 * minute);
    expect(await society.waitsFor()).toContain('Sender address rejected');
    expect(postfix.delivered()).toEqual([]);
    await postfix.change({ smtpd_reject_unlisted_sender: 'no' });
    await society.pass(minute);
    await society.expectAllServed(postfix);
  });

  test('a broken table of recipients for three times 48 hours', async () => {
    await using postfix = await startPostfix({ virtual_mailbox_maps: 'hash:/nowhere/mailboxes' });
    await using society = await site(engine, postfix.url);
    await society.send();
    await society.worker.sendDue();
    await society.pass(3 * 48 * hour, 2 * hour);
    expect(await society.waitsFor()).toContain('451 4.3.0');
    await postfix.change({ virtual_mailbox_maps: `regexp:${postfix.folder}/mailboxes` });
    await society.pass(minute);
    await society.expectAllServed(postfix);
  });

  test('a size limit that is too small', async () => {
    await using postfix = await startPostfix({ message_size_limit: '1500', virtual_mailbox_limit: '1500' });
    await using society = await site(engine, postfix.url);
    await society.send();
    await society.worker.sendDue();
    await society.pass(48 * hour, hour);
    expect(await society.waitsFor()).toContain('this newsletter has been too large for it');
    await postfix.change({ message_size_limit: '10000000', virtual_mailbox_limit: '0' });
    await society.pass(minute);
    await society.expectAllServed(postfix);
  });

  test('an expired certificate', async () => {
    await using postfix = await startPostfix();
    makeCertificate(postfix.folder, 'old', '400 days ago');
    makeCertificate(postfix.folder, 'new', '1 day ago');
    const file = (name: string) => join(postfix.folder, name);
    const use = (name: string) => {
      for (const kind of ['key', 'pem']) copyFileSync(file(`${name}.${kind}`), file(`used.${kind}`));
    };
    const tls = {
      smtpd_tls_security_level: 'may',
      smtpd_tls_key_file: file('used.key'),
      smtpd_tls_cert_file: file('used.pem'),
    };
    use('old');
    await postfix.change(tls);
    const trusted = ['old', 'new'].map((name) => readFileSync(file(`${name}.pem`), 'utf8')).join('');
    await using society = await site(engine, `${postfix.url}?tls.ca=${encodeURIComponent(trusted)}`);
    await society.send();
    await society.worker.sendDue();
    await society.pass(3 * minute);
    expect(await society.waitsFor()).toMatch(/^its certificate has expired\n/);
    expect(new Set((await society.deliveries()).map(({ attempts }) => attempts))).toEqual(new Set([0]));
    use('new');
    await postfix.change(tls);
    await society.pass(minute);
    await society.expectAllServed(postfix);
  });

  test('unreachable for 60 hours', async () => {
    await using postfix = await startPostfix();
    await using society = await site(engine, postfix.url);
    postfix.stop();
    await society.send();
    await society.worker.sendDue();
    await society.pass(60 * hour, hour);
    expect(await society.waitsFor()).toContain('it has not been reachable');
    await postfix.start();
    await society.pass(minute);
    await society.expectAllServed(postfix);
  });
});
