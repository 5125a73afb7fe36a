import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { anArticle } from './support/builders.ts';
import { patient } from './support/patience.ts';
import { administrator, type Site, startSite } from './support/site.ts';
import { eventually, smtpServer } from './support/smtp.ts';

const editor = 'editor@society.example';

async function call(site: Site, path: string, body: unknown, token?: string) {
  const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) };
  const response = await fetch(`${site.url}/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: response.status, body: (await response.json()) as Record<string, string> };
}

/** As if the waits were over. */
function letWaitsPass(dataDir: string): void {
  const database = new DatabaseSync(join(dataDir, 'site.db'));
  const now = new Date().toISOString();
  database
    .prepare(
      "UPDATE mails SET next_attempt_at = ?1, lease_until = CASE state WHEN 'sending' THEN ?1 END WHERE issue_id IS NULL AND state IN ('queued', 'sending', 'retry')",
    )
    .run(now);
  database.close();
}

test('mails written while the mail server is stopped arrive once it runs, even after a kill of the site', {
  timeout: patient(90_000),
}, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'outbox-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const settings = { DATA_DIR: dataDir, ADMIN_EMAIL: editor, MAIL_FROM: 'Society <news@society.example>' };
  const stopped = await smtpServer();
  const away = stopped.url;
  await stopped[Symbol.asyncDispose]();
  const first = await startSite({ ...settings, SMTP_URL: away, LOG_LEVEL: 'silent' });
  onTestFinished(() => void first.stop('SIGKILL'));
  const { username, password } = administrator;
  const { token } = (await call(first, '/admin/login', { usernameOrEmail: username, password })).body;
  const invited = await call(first, '/admin/administrators/invitations', { email: 'ben@society.example' }, token);
  expect(invited).toMatchObject({ status: 201, body: { mailed: true } });
  await call(first, '/articles/admin', anArticle({ title: 'A draft' }), token);
  expect((await call(first, '/newsletter/admin/test/1', {}, token)).status).toBe(503);
  expect((await call(first, '/forgotten-password', { email: editor })).status).toBe(200);
  expect((await call(first, '/newsletter/subscribe', { email: 'reader@example.org' })).status).toBe(200);
  await first.stop('SIGKILL');

  letWaitsPass(dataDir);
  await using server = await smtpServer();
  const second = await startSite({ ...settings, SMTP_URL: server.url, LOG_LEVEL: 'silent' });
  onTestFinished(() => void second.stop('SIGKILL'));
  const [invitation] = await server.waitForMails(1, 'ben@society.example');
  const [confirmation] = await server.waitForMails(1, 'reader@example.org');
  const subjects = () => server.mails.map(({ subject }) => subject);
  await eventually(() => subjects().includes('Choose a new password'));
  // Who asked for the test was told that it has failed.
  expect(subjects()).not.toContain('[Test] A draft');
  expect(new Set(server.mails.map(({ messageId }) => messageId)).size).toBe(server.mails.length);

  const mailed = /#token=([\w-]+)/.exec(invitation?.text ?? '')?.[1] ?? '';
  const shown = /#token=([\w-]+)/.exec(invited.body.link ?? '')?.[1] ?? '';
  for (const link of [mailed, shown])
    expect((await call(second, '/account-links/read', { token: link })).status).toBe(200);
  expect(confirmation?.text).toContain('/verify?token=');
});
