/** A society that gives itself a name and a logo, and leaves all other settings as they come. */
import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { IssueDraft } from '#features/newsletter/issues/drafts/issue-draft.schema.ts';
import { defaultSettings, type SiteSettings } from '#features/settings/settings.ts';
import { paletteOf } from '#shared/look/palette.ts';
import { aMember, anArticle, anEvent, aPage, aYear } from '#tests/support/builders.ts';
import { engines } from '#tests/support/database.ts';
import { siteWithPost } from '#tests/support/guest-mail-site.ts';
import { ask, comes } from '#tests/support/guests.ts';
import { openHttpHandler } from '#tests/support/http-handler.ts';
import { filesInZip } from '#tests/support/read-zip.ts';
import { linkIn, type ReceivedMail } from '#tests/support/smtp.ts';
import type { TestApp } from '#tests/support/test-app.ts';

const accentColor = '#1f3f7a';
const siteUrl = 'https://society.example';

/** The folder of the pictures is called so. */
const nameOfBefore = /.{0,60}One Health(?! Images).{0,20}/;

async function rename(app: TestApp, token: string): Promise<void> {
  const form = new FormData();
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle r="4" cx="4" cy="4" fill="#036"/></svg>';
  form.append('file', new File([svg], 'logo.svg'));
  const headers = { authorization: `Bearer ${token}` };
  const logo = await app.request('/api/v1/uploads/logo', { method: 'POST', body: form, headers });
  const { imageUrl } = (await logo.json()) as { imageUrl: string };
  const names = { societyName: 'Chess Club', shortName: 'Chess', logo: imageUrl, accentColor };
  // The text of About is about One Health, and is the society's to replace.
  const others = { aboutText: 'We play.', welcomeMail: true, newsletterHoldSeconds: 0 };
  expect((await app.json('PUT', '/settings/admin', { ...names, ...others }, token)).status).toBe(200);
}

/** Subscribes with the link of the confirmation among these mails. */
async function confirmIn(app: TestApp, mails: ReceivedMail[]): Promise<void> {
  const confirmation = mails.find(({ subject }) => subject?.includes('confirm your subscription'));
  if (!confirmation) throw new Error('There is no confirmation');
  const { status } = await app.json('GET', `/newsletter/verify${linkIn(confirmation, '/verify').search}`);
  expect(status).toBe(200);
}

test.each(engines)(
  'leaves no trace of the name of before on any page that a visitor reaches, on %s',
  async (engine) => {
    await using site = await siteWithPost(engine);
    const { app, post } = site;
    const token = await app.signIn();
    await rename(app, token);
    const add = async (kind: string, input: object) =>
      (await app.json<{ id: number }>('POST', `/${kind}/admin`, input, token)).body.id;
    const article = await add('articles', anArticle({ isPublished: true }));
    await add('events', anEvent({ hasSignup: true }));
    await add('members', aMember());
    await add('pages', aPage({ place: 'footer' }));
    await add('committees', aYear());
    await app.json('POST', '/newsletter/subscribe', { email: 'ada@example.org' });
    await confirmIn(app, await post());
    await app.json('POST', `/newsletter/admin/send/${article}`, {}, token);
    expect((await post()).length).toBeGreaterThan(0);

    await using handler = await openHttpHandler(app);
    const seen = new Set<string>();
    const waiting = ['/', '/sitemap.xml', '/robots.txt', '/nothing', '/admin', '/admin/login', '/api/v1/settings'];
    const read: string[] = [];
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      if (seen.has(path)) continue;
      seen.add(path);
      expect(seen.size, 'pages without end').toBeLessThan(300);
      const { headers, body } = await handler.get(path);
      if (headers.location) waiting.push(...internal([headers.location], path));
      if (!/text|json|xml|calendar/.test(headers['content-type'] ?? '') || path.startsWith('/assets/')) continue;
      const text = body.toString();
      expect(nameOfBefore.exec(text)?.[0], path).toBeUndefined();
      // The card and the drawing of before.
      expect(text, path).not.toContain('/og.png');
      read.push(path);
      const links = [...text.matchAll(/(?:href|src|action)="([^"]+)"|<loc>([^<]+)<|"(https:[^"]+)"/g)];
      waiting.push(
        ...internal(
          links.map(([, one, two, three]) => one ?? two ?? three ?? ''),
          path,
        ),
      );
    }
    expect(read).toEqual(
      expect.arrayContaining([
        ...[
          '/',
          '/about',
          '/articles',
          `/articles/${article}`,
          '/events',
          '/events/1',
          '/newsletters',
          '/newsletters/1',
        ],
        ...[
          '/committee/2024-25',
          '/house-rules',
          '/feed.xml',
          '/rss.xml',
          '/feed.json',
          '/events.ics',
          '/events/1.ics',
        ],
        ...['/site.webmanifest', '/api/v1/openapi.json', '/admin/login'],
      ]),
    );
  },
);

function internal(links: string[], path: string): string[] {
  return links.flatMap((link) => {
    const url = URL.parse(link.replaceAll('&amp;', '&'), siteUrl + path);
    return url?.origin === siteUrl ? [url.pathname + url.search] : [];
  });
}

test.each(engines)('nor in any mail, card or archive, on %s', async (engine) => {
  await using site = await siteWithPost(engine);
  const { app, post } = site;
  const token = await app.signIn();
  await rename(app, token);
  const call = async <T>(method: string, path: string, body?: object) => {
    const answer = await app.json<T>(method, path, body, token);
    expect(answer.status, `${method} ${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(300);
    return answer.body;
  };
  const { id } = await call<{ id: number }>('POST', '/articles/admin', anArticle({ isPublished: true }));
  const event = await call<{ id: number }>('POST', '/events/admin', anEvent({ hasSignup: true }));
  await app.json('POST', '/newsletter/subscribe', { email: 'ada@example.org' });
  await ask(app, event.id, { name: 'Cy', email: 'cy@example.org' });
  await comes(app, event.id, 'Bea');
  const mails = await post();
  await confirmIn(app, mails);
  await call('POST', `/newsletter/admin/send/${id}`, {});
  for (const kind of ['digest', 'note']) {
    const { id: issue, version } = await call<IssueDraft>('POST', '/newsletter/admin/issues', { kind });
    const draft = {
      title: 'News',
      note: '<p>Hello</p>',
      isArchived: true,
      things: kind === 'note' ? [] : [{ kind: 'event', id: event.id }],
    };
    const saved = await call<IssueDraft>('PUT', `/newsletter/admin/issues/${issue}/draft`, { ...draft, version });
    await call('POST', `/newsletter/admin/issues/${issue}/send`, { version: saved.version });
  }
  await call('POST', '/admin/administrators/invitations', { email: 'dan@example.org' });
  await call('PUT', `/events/admin/${event.id}`, { location: 'Hall 3' });
  mails.push(...(await post()));
  await call('POST', `/events/admin/${event.id}/cancel`, {});
  mails.push(...(await post()));
  expect(new Set(mails.map(({ subject }) => subject)).size).toBeGreaterThan(8);
  for (const { raw, subject, html, text, parsed } of mails) {
    const words = JSON.stringify([raw, subject, html, text, parsed]);
    expect(nameOfBefore.exec(words)?.[0], subject).toBeUndefined();
    if (!html) continue;
    expect(html, subject).toContain(`color:${paletteOf(accentColor).deep[0]}`);
    expect(html, subject).not.toContain('#4a663a');
  }

  const zip = await app.request('/api/v1/export/admin', { headers: { authorization: `Bearer ${token}` } });
  const files = filesInZip(Buffer.from(await zip.arrayBuffer()));
  for (const [name, bytes] of Object.entries(files))
    expect(nameOfBefore.exec(bytes.toString())?.[0], name).toBeUndefined();
  const { logo } = JSON.parse(String(files['settings.json'])) as SiteSettings;
  expect(await sharp(files[`static${logo}`]).metadata()).toMatchObject({ format: 'png', width: 1024 });
});

test('only what still has its default follows the name, also to a name as long as it may be', async () => {
  await using site = await siteWithPost('sqlite');
  const token = await site.app.signIn();
  const save = async (input: Partial<SiteSettings>) =>
    (await site.app.json<SiteSettings>('PUT', '/settings/admin', input, token)).body;
  expect(await save({ shortName: 'Chess' })).toMatchObject({
    heroTitle: defaultSettings.heroTitle,
    newsletterTitle: 'Stay Ahead with Chess',
    copyrightLine: defaultSettings.copyrightLine,
  });
  await save({ heroTitle: 'Every Thursday', newsletterTitle: 'Never miss a game' });
  expect(await save({ societyName: 'Chess Club', shortName: 'CC' })).toMatchObject({
    heroTitle: 'Every Thursday',
    newsletterTitle: 'Never miss a game',
    copyrightLine: '© 2024 Chess Club',
  });
  await save({ societyName: 'x'.repeat(100) });
  await save({ societyName: 'Chess Club' });
  const revisions = await site.app.json<{ id: number }[]>('GET', '/settings/admin/0/revisions', undefined, token);
  const restored = await site.app.json(
    'POST',
    `/settings/admin/0/revisions/${revisions.body[1]?.id}`,
    undefined,
    token,
  );
  expect(restored).toMatchObject({ status: 200, body: { societyName: 'x'.repeat(100) } });
});
