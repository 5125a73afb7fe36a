import { createServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import { engines } from '#tests/support/database.ts';
import { hangingSmtpServer } from '#tests/support/hanging-smtp.ts';
import { siteWithSubscribers } from '#tests/support/site-with-subscribers.ts';
import { smtpServer } from '#tests/support/smtp.ts';

const minute = 60_000;

/** Offers STARTTLS, agrees, and then goes on in plain text. */
async function brokenStartTls() {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.write('220 ready\r\n');
    socket.on('data', (chunk) => {
      const command = chunk.toString('latin1').slice(0, 8).toUpperCase();
      if (command.startsWith('EHLO')) socket.write('250-server\r\n250 STARTTLS\r\n');
      else if (command === 'STARTTLS') socket.write('220 go on\r\n220 I have no TLS after all\r\n');
      else socket.end();
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as { port: number };
  const close = () => new Promise<void>((closed) => server.close(() => closed()));
  return { url: `smtp://127.0.0.1:${port}`, [Symbol.asyncDispose]: close };
}

describe.each(engines)('servers that are slow or cannot be trusted, on %s', (engine) => {
  test('a late greeting is waited for; one that never comes does not count as an attempt', async () => {
    await using site = await siteWithSubscribers(engine, 1);
    await using silent = await hangingSmtpServer('connect');
    await using late = await smtpServer({ greetsAfter: 100 });
    await site.send();
    await site.deliveryWorker(`${silent.url}?greetingTimeout=50`).sendDue();
    expect(await site.deliveries()).toMatchObject([{ state: 'queued', attempts: 0, smtpCode: null }]);
    expect((await site.deliveries())[0]?.smtpAnswer).toMatch(/greeting/i);
    site.app.clock.advance(minute);
    await site.deliveryWorker(late.url).sendDue();
    expect(await site.deliveries()).toMatchObject([{ state: 'sent', attempts: 1 }]);
  });

  test('a server that falls silent after the whole mail may have accepted it: no more mails are handed over', async () => {
    await using site = await siteWithSubscribers(engine, 3);
    await using silent = await hangingSmtpServer('data');
    await using server = await smtpServer();
    await site.send();
    await site.deliveryWorker(`${silent.url}?socketTimeout=1000`).sendDue();
    expect(await site.deliveries()).toMatchObject([{ state: 'unknown' }, { state: 'queued' }, { state: 'queued' }]);
    expect((await site.issue()).serverPauseSince).not.toBeNull();
    site.app.clock.advance(minute);
    await site.deliveryWorker(server.url).sendDue();
    expect(await site.deliveries()).toMatchObject([{ state: 'unknown' }, { state: 'sent' }, { state: 'sent' }]);
    expect((await site.issue()).serverPauseSince).toBeNull();
  });

  test.each(['offered', 'implicit'] as const)(
    'TLS %s with an untrusted certificate: no mail, and no attempt counted',
    async (tls) => {
      await using site = await siteWithSubscribers(engine, 1);
      await using server = await smtpServer({ tls });
      // To us a server on another machine: on this one any certificate will do.
      const url = server.url.replace('127.0.0.1', '0.0.0.0');
      await site.send();
      await site.deliveryWorker(url).sendDue();
      const [delivery] = await site.deliveries();
      expect(delivery).toMatchObject({ state: 'queued', attempts: 0, smtpCode: null });
      expect(delivery?.smtpAnswer).toMatch(/certificate/i);
      site.app.clock.advance(minute);
      // What an operator may say of a server beside the site.
      await site.deliveryWorker(`${url}?tls.rejectUnauthorized=false`).sendDue();
      expect(server.mails).toHaveLength(1);
    },
  );

  test('a server whose STARTTLS fails gets nothing in plain text', async () => {
    await using site = await siteWithSubscribers(engine, 1);
    await using server = await brokenStartTls();
    await site.send();
    await site.deliveryWorker(server.url).sendDue();
    expect(await site.deliveries()).toMatchObject([{ state: 'queued', attempts: 0, smtpCode: null }]);
    expect((await site.subscriber('r1@example.org')).state).toBe('confirmed');
  });

  test('a server that refuses every mail as spam pauses the newsletter, and suppresses no address', async () => {
    await using site = await siteWithSubscribers(engine, 30);
    await using server = await smtpServer({
      fail: (step) => (step === 'data' ? '554 5.7.1 Looks like spam' : undefined),
    });
    await site.send();
    await site.deliveryWorker(server.url).sendDue();
    expect(await site.issue()).toMatchObject({
      state: 'sending',
      serverPauseReason: expect.stringContaining('Looks like spam'),
    });
    expect(new Set((await site.deliveries()).map(({ state, attempts }) => `${state} ${attempts}`))).toEqual(
      new Set(['retry 1', 'queued 0']),
    );
    const kept = await site.app.db.selectFrom('subscribers').select('id').where('state', '=', 'confirmed').execute();
    expect(kept).toHaveLength(30);
  });
});
