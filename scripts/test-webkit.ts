/**
 * `npm run test:long -- webkit`: what a visitor does first, in WebKitGTK by plain WebDriver: home, an article, the newsletter, the dark look.
 * Needs Debian's webkit2gtk-driver and xvfb, and says so where they are missing.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { untilNextLook } from '../tests/support/patience.ts';
import { freePort, startSite } from '../tests/support/site.ts';
import { buildIfNeeded } from './build.ts';

type Answer = { value: { error?: string; message?: string } | boolean | null };

const form = "document.querySelector('main form:has(input[type=email])')";
const send = (address: string) => `(${form}.email.value = '${address}') && (${form}.requestSubmit(), true)`;
const ground = 'parseInt(/\\d+/.exec(getComputedStyle(document.body).backgroundColor)[0])';
/** On home; each is true sooner or later. */
const journey = [
  ['home greets', "document.querySelector('h1').innerText === 'The One Health Student Society'"],
  ['its styles and fonts are there', 'document.fonts.check(\'16px "Fraunces Variable"\')'],
  ['the scripts have come', "history.scrollRestoration === 'manual'"],
  ['a link leads on', 'document.querySelector(\'main a[href^="/articles/"]\').click() || true'],
  ['to an article', "/^.articles.\\d+$/.test(location.pathname) && document.querySelector('main article h1')"],
  ['with pictures', "[...document.querySelectorAll('main img')].some((image) => image.naturalWidth > 0)"],
  ['the newsletter’s form shows', `${form}.checkVisibility()`],
  ['half an address is sent', send('reader')],
  ['and refused', `${form}.innerText.includes('Please enter a valid email address.')`],
  ['a whole one is sent', send('reader@example.org')],
  ['and taken', `${form}.innerText.includes('check your') || ${form}.querySelector('[data-kind=success]')`],
  ['the page is light', `${ground} > 200`],
  ['its look is changed', "document.querySelector('header button[aria-label^=Switch]').click() || true"],
  ['and dark', `${ground} < 60`],
] as const;

const [driver, xvfb, binary] = [
  '/usr/bin/WebKitWebDriver',
  '/usr/bin/Xvfb',
  '/usr/lib/*/webkit2gtk-4.*/MiniBrowser',
].map((path) => globSync(path)[0]);
if (driver && xvfb && binary) await test(driver, xvfb, binary);
else console.warn('SKIPPED: there is no WebKit here. On Debian install webkit2gtk-driver and xvfb.');

async function test(driver: string, xvfb: string, binary: string): Promise<void> {
  await buildIfNeeded();
  await using site = await startSite({ SEED_DEMO: 'true' });
  const display = spawn(xvfb, ['-displayfd', '1'], { stdio: ['ignore', 'pipe', 'ignore'] });
  const DISPLAY = `:${String((await once(display.stdout, 'data'))[0]).trim()}`;
  const port = await freePort();
  const server = spawn(driver, [`--port=${port}`], { stdio: 'inherit', env: { ...process.env, DISPLAY } });
  let session = `http://127.0.0.1:${port}/session`;
  const call = async (method: string, path: string, body?: object) => {
    const sent = await fetch(session + path, { method, ...(body && { body: JSON.stringify(body) }) });
    const { value } = (await sent.json()) as Answer;
    if (value && typeof value === 'object' && value.error) throw new Error(value.message);
    return value;
  };
  try {
    const isUp = () =>
      fetch(`http://127.0.0.1:${port}/status`).then(
        ({ ok }) => ok,
        () => false,
      );
    for (const begun = Date.now(); !(await isUp()) && Date.now() < begun + 30_000; ) await untilNextLook(begun);
    const alwaysMatch = { 'webkitgtk:browserOptions': { binary, args: ['--automation'] } };
    const opened = (await call('POST', '', { capabilities: { alwaysMatch } })) as { sessionId: string };
    session += `/${opened.sessionId}`;
    await call('POST', '/url', { url: site.url });
    for (const [name, expression] of journey) {
      const script = `const done = arguments[0], begun = Date.now(); (function look() { let found = false;
        try { found = Boolean(${expression}); } catch {}
        found || Date.now() > begun + 25000 ? done(found) : setTimeout(look, 50); })()`;
      if (!(await call('POST', '/execute/async', { script, args: [] }))) throw new Error(`Not so: ${name}`);
      console.log(`✓ ${name}`);
    }
    await call('DELETE', '');
  } finally {
    for (const child of [server, display]) child.kill();
  }
}
