import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { anArticle } from './support/builders.ts';
import { hangingSmtpServer } from './support/hanging-smtp.ts';
import { patient } from './support/patience.ts';
import { administrator, startSite } from './support/site.ts';
import { eventually } from './support/smtp.ts';
import { inDatabase } from './support/states.ts';
import { addSubscribers } from './support/subscribers-of-site.ts';

/** The mail server's own patience is 10 s; anyone who waited for it would be slower than this. */
const promptMs = 5_000;

async function noOne() {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as { port: number };
  await new Promise((closed) => server.close(closed));
  return { url: `smtp://127.0.0.1:${port}`, async [Symbol.asyncDispose]() {} };
}

test.each([
  ['takes no connection', noOne],
  ['says nothing', () => hangingSmtpServer('connect')],
] as const)(
  'with a mail server that %s, subscribing, publishing and pages work as usual',
  { timeout: patient(60_000) },
  async (_, start) => {
    await using server = await start();
    const mail = { SMTP_URL: server.url, MAIL_FROM: 'Society <news@society.example>', SUBSCRIBE_LIMIT_PER_HOUR: '100' };
    const site = await startSite({ ...mail, LOG_LEVEL: 'silent' });
    let slowest = 0;
    const ask = async (path: string, body?: unknown, token?: string) => {
      const started = performance.now();
      const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) };
      const init = body === undefined ? {} : { method: 'POST', headers, body: JSON.stringify(body) };
      const response = await fetch(site.url + path, init);
      const text = await response.text();
      slowest = Math.max(slowest, performance.now() - started);
      expect(response.status, `${path} answered ${text}`).toBe(200);
      return text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {};
    };
    const walk = async (token: string) => {
      for (const n of [1, 2, 3])
        expect(await ask('/api/v1/newsletter/subscribe', { email: `${crypto.randomUUID()}${n}@example.org` })).toEqual({
          message: 'Subscribed! Please check your inbox to verify your email.',
        });
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
      const body = JSON.stringify(anArticle());
      const created = await fetch(`${site.url}/api/v1/articles/admin`, { method: 'POST', headers, body });
      const { id } = (await created.json()) as { id: number };
      await ask(`/api/v1/articles/admin/publish/${id}`, {}, token);
      expect(await ask(`/api/v1/newsletter/admin/send/${id}`, {}, token)).toMatchObject({ queued: 20 });
      for (const page of ['/', '/articles', `/articles/${id}`, '/readyz']) await ask(page);
    };
    try {
      addSubscribers(site, 20);
      const { username, password } = administrator;
      const { token } = await ask('/api/v1/admin/login', { usernameOrEmail: username, password });
      await walk(String(token));
      // Now that mails are being tried, and all connections wait, once more.
      const tried =
        "SELECT id FROM mails WHERE issue_id IS NULL AND (state <> 'queued' OR lease_owner IS NOT NULL) UNION ALL SELECT id FROM issues WHERE server_pause_since IS NOT NULL";
      await eventually(() => inDatabase(site, tried).length > 0);
      await walk(String(token));
      expect(slowest).toBeLessThan(patient(promptMs));
      const states = inDatabase(site, 'SELECT DISTINCT state FROM mails WHERE issue_id IS NOT NULL').map(
        ({ state }) => state,
      );
      for (const state of states) expect(['queued', 'sending', 'retry']).toContain(state);
    } finally {
      // It would wait for the server to answer.
      await site.stop('SIGKILL');
    }
  },
);
