/** A new version that an upgrade is not sure of yet; the upgrade itself is tried in `tests/recovery/upgrade.test.ts`. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { beginPause, endPause } from '#platform/files/upgrade-pause.ts';
import { ask, credentials } from './support/ask.ts';
import { startPost, stopPost } from './support/post.ts';
import { inDatabase } from './support/states.ts';

test('it shows what there is and is ready, holds back what would be saved, and sends when it may', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'upgrade-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  beginPause(dataDir, 600_000);
  const post = await startPost({ DATA_DIR: dataDir });
  onTestFinished(() => stopPost(post));
  const { site, mailbox } = post;
  const states = ['held', 'held'];
  const body = { email: 'reader@example.org' };
  const subscribing = ask(site, 'POST', '/newsletter/subscribe', body).then(
    ({ status }) => (states[0] = String(status)),
  );
  const signingIn = ask(site, 'POST', '/admin/login', credentials).then(({ status }) => (states[1] = String(status)));
  for (const path of ['/', '/api/v1/articles', '/readyz', '/api/v1/events', '/admin'])
    expect((await fetch(site.url + path)).status).toBe(200);
  expect(states).toEqual(['held', 'held']);
  expect(inDatabase(site, 'SELECT id FROM subscribers')).toEqual([]);
  expect(inDatabase(site, 'SELECT id FROM sessions')).toEqual([]);

  endPause(dataDir);
  await Promise.all([subscribing, signingIn]);
  expect(states).toEqual(['200', '200']);
  expect(await mailbox.waitForMails(1, 'reader@example.org')).toHaveLength(1);
});
