/** A browser without any content security policy, that notes each script which a vector got to run. */
import { type Browser, chromium, type Page } from '@playwright/test';
import { browserFlags, findChromium } from '../support/browser.ts';

export type ScriptWatch = {
  /** Numbers of the vectors that ran; `dialog` for a window that a script opened. */
  ran: Set<number | string>;
  /** What no page of ours may hold, with the address. */
  found: string[];
  open(url: string): Promise<void>;
  show(html: string): Promise<void>;
  page: Page;
  close(): Promise<void>;
};

let browser: Promise<Browser> | undefined;

export async function watchScripts(storage: Record<string, string> = {}): Promise<ScriptWatch> {
  browser ??= findChromium().then(({ executablePath, env }) =>
    chromium.launch({ executablePath, args: browserFlags, env: { ...process.env, ...env } as Record<string, string> }),
  );
  const context = await (await browser).newContext({ bypassCSP: true, reducedMotion: 'reduce' });
  const ran: ScriptWatch['ran'] = new Set();
  const found: string[] = [];
  await context.exposeFunction('attacked', (n: number) => ran.add(n));
  await context.addInitScript((entries) => {
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
  }, storage);
  const page = await context.newPage();
  page.on('dialog', (dialog) => {
    ran.add('dialog');
    void dialog.dismiss();
  });
  return {
    ran,
    found,
    page,
    open: async (url) => {
      await page.goto(url, { waitUntil: 'load' });
      await page.evaluate(settled);
      found.push(...(await page.evaluate(strangers)).map((what) => `${url}: ${what}`));
    },
    show: async (html) => {
      await page.setContent(html, { waitUntil: 'load', timeout: 5000 });
      await page.evaluate(settled);
    },
    close: () => context.close(),
  };
}

export async function closeBrowser(): Promise<void> {
  await (await browser)?.close();
  browser = undefined;
}

/** What has loaded has been drawn, and what was idle has run. */
function settled(): Promise<void> {
  return new Promise((done) => {
    requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(() => done(), { timeout: 500 })));
  });
}

/** Runs in the page: handlers, addresses that are scripts, and elements that only a vector brings. */
function strangers(): string[] {
  const scheme = /^[\u0000-\u0020]*(?:j\s*a\s*v\s*a\s*s\s*c\s*r\s*i\s*p\s*t|v\s*b\s*s\s*c\s*r\s*i\s*p\s*t)\s*:/i;
  return [...document.querySelectorAll('*')].flatMap((element) => {
    const attributes = [...element.attributes]
      .filter(({ name, value }) => /^on/i.test(name) || name === 'srcdoc' || scheme.test(value))
      .filter(({ name }) => !['alt', 'title', 'content', 'value', 'aria-label', 'placeholder'].includes(name))
      .map(({ name, value }) => `<${element.localName} ${name}="${value.slice(0, 80)}">`);
    const isScript =
      element.localName === 'script' &&
      !element.getAttribute('src')?.startsWith('/assets/') &&
      !/json/.test(element.getAttribute('type') ?? '');
    // Our own of a mail has a target alone.
    const isBase = element.localName === 'base' && element.hasAttribute('href');
    const isStrange = isScript || isBase || ['object', 'embed', 'math', 'marquee'].includes(element.localName);
    return isStrange ? [...attributes, element.outerHTML.slice(0, 120)] : attributes;
  });
}
