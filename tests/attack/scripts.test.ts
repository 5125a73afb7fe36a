import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { articleLimits } from '#features/articles/article.ts';
import { eventLimits } from '#features/events/event.ts';
import { memberLimits } from '#features/members/member.ts';
import { type TextSetting, textSettings } from '#features/settings/settings.ts';
import { aMember, anArticle, anEvent } from '../support/builders.ts';
import { patient } from '../support/patience.ts';
import { type Site, startSite } from '../support/site.ts';
import { tokenOf } from '../support/states.ts';
import { closeBrowser, type ScriptWatch, watchScripts } from './script-watch.ts';
import { type Vector, vectors } from './vectors.ts';

const packs = packsOf(vectors, 10);
const halfAnHour = patient(1_800_000);
let site: Site;
let token: string;
let visitor: ScriptWatch;
let editor: ScriptWatch;

beforeAll(async () => {
  site = await startSite({ LOG_LEVEL: 'error' });
  token = await tokenOf(site);
  visitor = await watchScripts();
  editor = await watchScripts({ adminToken: token });
});

afterAll(async () => {
  await closeBrowser();
  await site.stop();
});

test('there are at least 500 vectors, and a browser runs many of them when they are not sanitised', async () => {
  expect(new Set(vectors.map(({ text }) => text)).size).toBeGreaterThan(500);
  const ran = new Set<number | string>();
  for (const pack of packs) {
    // Chromium has ended after some hundred of them in one page.
    const naked = await watchScripts();
    for (const { text } of pack) await naked.show(`<!doctype html><body>${text}`).catch(() => {});
    for (const one of naked.ran) ran.add(one);
    await naked.close();
  }
  expect(ran.size).toBeGreaterThan(150);
});

describe('none of those saved by the real call runs a script', () => {
  test('in an article', { timeout: halfAnHour }, async () => {
    const answers: Record<number, number> = {};
    for (const { text } of vectors) {
      const { status, body } = await save('POST', '/articles/admin', {
        ...anArticle({ isPublished: true, content: `<p>Words.</p>${text}<p>More words.</p>` }),
        title: cut(text, articleLimits.title),
        description: cut(text, articleLimits.description),
        excerpt: cut(text, articleLimits.excerpt),
        imageAlt: cut(text, articleLimits.imageAlt),
      });
      answers[status] = (answers[status] ?? 0) + 1;
      if (body.id) await visitor.open(`${site.url}/articles/${body.id}`);
    }
    console.log(`articles: ${JSON.stringify(answers)}`);
    expect(answers[201]).toBeGreaterThan(vectors.length * 0.9);
    for (const path of ['/', '/articles', '/feed.xml', '/sitemap.xml']) await visitor.open(site.url + path);
    nothingRan(visitor);
  });

  test('in the form, the preview, the mail and the feed', { timeout: halfAnHour }, async () => {
    for (const pack of packs) {
      const content = pack.map(({ text }) => `<p>Words.</p>${text}`).join('\n');
      const { body } = await save('POST', '/articles/admin', anArticle({ title: 'A draft', content }));
      await editor.open(`${site.url}/admin/articles?edit=${body.id}`);
      await editor.page.getByRole('textbox', { name: 'Content' }).waitFor();
      const preview = await save('POST', `/articles/admin/${body.id}/preview`);
      await visitor.open(String(preview.body.url));
      const mail = await save('GET', `/newsletter/admin/preview/${body.id}`);
      await editor.open(new URL(String(mail.body.frameUrl), site.url).href);
      await save('POST', `/articles/admin/publish/${body.id}`);
      await visitor.open(`${site.url}/feed.xml`);
      for (const entry of await visitor.page.evaluate(entriesOfFeed)) await visitor.show(entry);
    }
    nothingRan(visitor, editor);
  });

  test('in an event', { timeout: halfAnHour }, async () => {
    for (const [first, second = first, third = first] of packsOf(vectors, 3)) {
      const { body } = await save('POST', '/events/admin', {
        ...anEvent({ description: cut(first?.text ?? '', eventLimits.description) }),
        title: cut(second?.text ?? '', eventLimits.title),
        location: cut(third?.text ?? '', eventLimits.location),
      });
      if (body.id) await visitor.open(`${site.url}/events/${body.id}`);
    }
    await visitor.open(`${site.url}/`);
    await editor.open(`${site.url}/admin/events`);
    nothingRan(visitor, editor);
  });

  test('in a member of the committee', { timeout: halfAnHour }, async () => {
    for (const [first, second = first, third = first] of packsOf(vectors, 3)) {
      const { body } = await save('POST', '/members/admin', {
        ...aMember({ bio: cut(first?.text ?? '', memberLimits.bio) }),
        name: cut(second?.text ?? '', memberLimits.name),
        position: cut(third?.text ?? '', memberLimits.position),
      });
      if (body.id) await visitor.open(`${site.url}/about?member=${body.id}`);
      // A page of hundreds takes longer than all of them.
      if (body.id) await save('DELETE', `/members/admin/${body.id}`);
    }
    await editor.open(`${site.url}/admin/bin`);
    nothingRan(visitor, editor);
  });

  test('in a setting', { timeout: halfAnHour }, async () => {
    for (const pack of packsOf(vectors.slice(-160), 2)) {
      const texts = Object.entries(textSettings).map(([key, { limit }], n) => {
        const { text = '' } = pack[n % pack.length] ?? {};
        return [key as TextSetting, cut(text, limit)] as const;
      });
      const socialLinks = pack.map(({ text }) => ({ label: cut(text, 40), url: 'https://example.org/' }));
      await save('PUT', '/settings/admin', { ...Object.fromEntries(texts), socialLinks });
      for (const path of ['/', '/about']) await visitor.open(site.url + path);
    }
    await editor.open(`${site.url}/admin/settings`);
    nothingRan(visitor, editor);
  });
});

async function save(method: string, path: string, body?: unknown) {
  const response = await fetch(`${site.url}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const answer = (await response.json()) as Record<string, unknown> & { id?: number };
  return { status: response.status, body: answer };
}

function nothingRan(...watches: ScriptWatch[]): void {
  const ran = watches.flatMap((watch) => [...watch.ran]);
  const found = watches.flatMap((watch) => watch.found.splice(0));
  for (const watch of watches) watch.ran.clear();
  expect(ran).toEqual([]);
  expect(found).toEqual([]);
}

function cut(text: string, most: number): string {
  return text.slice(0, most).toWellFormed();
}

function packsOf(all: Vector[], size: number): Vector[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, n) => all.slice(n * size, (n + 1) * size));
}

/** Runs in the page of the feed: the HTML of its newest entry, as a reader of feeds shows it. */
function entriesOfFeed(): string[] {
  return [...document.querySelectorAll('entry content, entry summary')].slice(0, 2).map((one) => one.textContent);
}
