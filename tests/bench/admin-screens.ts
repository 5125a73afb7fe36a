/**
 * `npm run bench -- admin-screens [runs]`: an article's form and the dashboard on a slow laptop, signed in, nothing cached.
 * Prints the medians and ends with 1 when one misses its goal. Its times want a machine with nothing else to do.
 */
import { loadavg } from 'node:os';
import { chromium } from '@playwright/test';
import { browserFlags, findChromium } from '../support/browser.ts';
import { startSite } from '../support/site.ts';
import { tokenOf } from '../support/states.ts';
import { median } from './speed-harness.ts';

const network = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
const timeout = 120_000;

const runs = { length: Number(process.argv[2] ?? 5) };
const { executablePath, env } = await findChromium();
await using site = await startSite({ SEED_DEMO: 'true', LOG_LEVEL: 'warn' });
const token = await tokenOf(site);
const environment = { ...process.env, ...env } as never;
await using browser = await chromium.launch({ executablePath, args: browserFlags, env: environment });
const form = await Array.fromAsync(runs, () => measure('/admin/articles', '.ql-editor'));
judge('article form, whole bytes', form, ({ bytes }) => bytes / 1000, 300, 'kB');
judge('… blocked after its first paint', form, ({ blocked }) => blocked, 300, 'ms');
const dashboard = await Array.fromAsync(runs, () => measure('/admin', 'h1'));
judge('dashboard, first paint', dashboard, ({ painted }) => painted, 1500, 'ms');
console.log(`Medians of ${runs.length} runs at a load of ${loadavg()[0]?.toFixed(1)}; times count below 1.5.`);

type Measured = { bytes: number; painted: number; blocked: number };

/** In a context of its own, until `last` is there and nothing is fetched any more. */
async function measure(path: string, last: string): Promise<Measured> {
  await using context = await browser.newContext();
  await context.addInitScript(`localStorage.setItem('adminToken', ${JSON.stringify(token)}); self.tasks = [];
    new PerformanceObserver((list) => tasks.push(...list.getEntries())).observe({ type: 'longtask', buffered: true });`);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  let bytes = 0;
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', network);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.goto(site.url + path, { timeout });
  await page.locator(last).first().waitFor({ timeout });
  await page.waitForLoadState('networkidle', { timeout });
  await page.waitForTimeout(3000);
  // Of a task that began before the paint, what came after it.
  const times = await page.evaluate<Omit<Measured, 'bytes'>>(`(() => {
    const painted = performance.getEntriesByName('first-contentful-paint')[0].startTime;
    const over = ({ startTime, duration }) => Math.max(0, startTime + duration - Math.max(startTime, painted) - 50);
    return { painted, blocked: tasks.reduce((sum, task) => sum + over(task), 0) };
  })()`);
  return { bytes, ...times };
}

function judge(name: string, all: Measured[], of: (one: Measured) => number, goal: number, unit: string): void {
  const value = Math.round(median(all.map(of)));
  console.log(`${name.padEnd(32)} ${value} of ${goal} ${unit}${value > goal ? ', missed' : ''}`);
  if (value > goal) process.exitCode = 1;
}
