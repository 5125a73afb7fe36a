import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { aMember, anArticle, aPage, aYear } from '#tests/support/builders.ts';
import { engines } from '#tests/support/database.ts';
import { anOpenEvent, comes } from '#tests/support/guests.ts';
import { plainJpeg } from '#tests/support/photos.ts';
import { type TestApp, testApp } from '#tests/support/test-app.ts';

async function upload(app: TestApp, token: string): Promise<string> {
  const form = new FormData();
  form.append('file', new File([new Uint8Array(await plainJpeg(40, 30))], 'photo.jpg', { type: 'image/jpeg' }));
  const init = { method: 'POST', headers: { authorization: `Bearer ${token}` }, body: form };
  return ((await (await app.request('/api/v1/uploads/articles', init)).json()) as { imageUrl: string }).imageUrl;
}

/** As someone without this program does: by tar, into a new folder. */
function unpack(archive: Uint8Array): string {
  const folder = mkdtempSync(join(tmpdir(), 'export-'));
  writeFileSync(join(folder, 'all.tar'), archive);
  execFileSync('tar', ['-xf', 'all.tar'], { cwd: folder });
  return folder;
}

describe.each(engines)('the export of everything on %s', (engine) => {
  test('is read by tar and by a table program, and its texts show their pictures', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const imageUrl = await upload(app, token);
    const content = `<h2>Bats</h2><p>Look: <img src="${imageUrl}" alt="A bat"></p>`;
    const title = 'Éclair: "bats", farms — and us';
    await app.json('POST', '/articles/admin', anArticle({ title, content, imageUrl }), token);
    await app.json('POST', '/articles/admin', anArticle({ title: 'Гриф', isPublished: true }), token);
    await app.json('POST', '/members/admin', aMember({ name: '=Ada', bio: 'One\nTwo, "three"' }), token);
    await app.json('POST', '/pages/admin', aPage({ title: 'House rules' }), token);
    await app.json('POST', '/committees/admin', aYear(), token);
    const event = await anOpenEvent(app, token, { questions: ['Why?'] });
    await comes(app, event.id, 'Ben', { answers: ['Because, so'] });
    const at = app.clock.now().toISOString();
    const reader = { email: 'r@example.org', emailKey: 'r@example.org', state: 'confirmed' as const, createdAt: at };
    await app.db
      .insertInto('subscribers')
      .values({ ...reader, confirmedAt: at, unsubscribedAt: null, lastMailAt: null })
      .execute();

    const answer = await app.request('/api/v1/export/admin', { headers: { authorization: `Bearer ${token}` } });
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="website-2026-11-21.tar"');
    const folder = unpack(new Uint8Array(await answer.arrayBuffer()));
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    expect(files).toEqual(
      expect.arrayContaining(['README.md', 'about.md', 'articles/0002.md', 'subscribers.csv', 'subscribers.xlsx']),
    );
    const article = readFileSync(join(folder, 'articles/0001-eclair-bats-farms-and-us.md'), 'utf8');
    expect(article).toMatch(/^---\ntitle: "Éclair: \\"bats\\", farms — and us"\n/);
    expect(article).toContain('\nisPublished: false\n');
    expect(article).toContain('\n\n<h2>Bats</h2><p>Look: <img ');
    const links = [...article.matchAll(/src="(\.\.[^"]+)"|^image: "(.+)"$/gm)].map(
      ([, inText, inHead]) => inText ?? inHead ?? '',
    );
    expect(links).toHaveLength(2);
    for (const link of links) expect(existsSync(join(folder, dirname('articles/x'), link))).toBe(true);

    const table = (name: string) =>
      parse(readFileSync(join(folder, name)), { bom: true, columns: true }) as Record<string, string>[];
    expect(table('members.csv')).toMatchObject([{ name: "'=Ada", bio: 'One\nTwo, "three"', isActive: 'true' }]);
    expect(table('pages.csv').map((page) => page.title)).toContain('House rules');
    const { label, posts = [] } = aYear();
    const [year] = table('committees.csv');
    expect(year?.label).toBe(label);
    for (const { name, position } of posts)
      expect(year?.posts).toMatch(new RegExp(`${name}.*${position}|${position}.*${name}`));
    expect(table('events.csv')).toMatchObject([{ id: String(event.id), questions: 'Why?' }]);
    expect(table('subscribers.csv')).toMatchObject([{ email: 'r@example.org', state: 'confirmed' }]);
    const guests = files.find((name) => /^guests\/.*\.csv$/.test(name)) ?? '';
    expect(table(guests)).toMatchObject([{ name: 'Ben', 'Why?': 'Because, so' }]);
    expect(table('settings.csv').map(({ setting }) => setting)).toContain('timeZone');
    // Told to all, as an export of readers is.
    const told = await app.db.selectFrom('mails').select('content').where('kind', '=', 'account-notice').execute();
    expect(JSON.stringify(told)).toContain('downloaded addresses of subscribers');
  });

  test('asks for the password again', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    app.clock.advance(11 * 60_000);
    expect(await app.json('GET', '/export/admin', undefined, token)).toMatchObject({
      status: 403,
      body: { code: 'fresh_proof_needed' },
    });
  });
});
