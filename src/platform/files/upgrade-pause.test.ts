import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { beginPause, endPause, upgradePause } from './upgrade-pause.ts';

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'pause-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
}

test('a site that starts during an upgrade waits until it is over', async () => {
  const dataDir = folder();
  const before = upgradePause(dataDir);
  beginPause(dataDir, 60_000);
  const during = upgradePause(dataDir);
  expect([before.isUnderWay(), during.isUnderWay()]).toEqual([false, true]);
  endPause(dataDir);
  await during.over;
  expect(during.isUnderWay()).toBe(false);
  await before.over;
});

test('an upgrade that was killed holds nothing up for ever', async () => {
  const dataDir = folder();
  beginPause(dataDir, 100);
  const pause = upgradePause(dataDir);
  await pause.over;
  expect(pause.isUnderWay()).toBe(false);
  beginPause(dataDir, -1);
  expect(upgradePause(dataDir).isUnderWay()).toBe(false);
});
