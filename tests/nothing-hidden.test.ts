import { expect, test } from 'vitest';
import { kinds } from '#app/kinds.ts';
import { asItemTables } from '#features/items/items.server.ts';
import { aMember, anArticle, anEvent } from './support/builders.ts';
import { fillEverything } from './support/filled-site.ts';
import { type TestApp, testApp } from './support/test-app.ts';

/** In every text of what no visitor may see. */
const mark = 'hiddenword';
const who = /"(updatedBy|deletedBy|deletedAt|savedBy|hasChanges|schedule|publishAt|dueAt|scheduledBy)"/;
const hiddenArticle = anArticle({
  title: mark,
  description: mark,
  content: `<p>${mark}</p>`,
  excerpt: mark,
  imageAlt: mark,
  imageUrl: `/uploads/articles/${mark}.jpg`,
  isPublished: true,
});
const hiddenEvent = anEvent({ title: mark, location: mark, description: mark, imageUrl: `/${mark}.jpg` });
const hiddenMember = aMember({ name: mark, position: mark, bio: mark, imageUrl: `/${mark}.jpg` });

/** Drafts, deleted ones, and earlier versions of what is public now; answers their ids. */
async function hide(app: TestApp): Promise<number[]> {
  const token = await app.signIn();
  const add = async (path: string, body: unknown) =>
    (await app.json<{ id: number }>('POST', `${path}/admin`, body, token)).body.id;
  const remove = (path: string, id: number) => app.json('DELETE', `${path}/admin/${id}`, undefined, token);
  const draft = await add('/articles', { ...hiddenArticle, isPublished: false });
  const scheduled = await add('/articles', { ...hiddenArticle, imageUrl: null, isPublished: false });
  const plan = { publishAt: '2099-12-01T08:00:00' };
  expect((await app.json('PUT', `/articles/admin/${scheduled}/schedule`, plan, token)).status).toBe(200);
  const live = await add('/articles', anArticle({ title: 'Bats, farms and us', isPublished: true }));
  for (const item of [`new-${idOf(9)}`, draft, live]) {
    const body = { version: null, values: { ...hiddenArticle, imageUrl: `/${mark}.jpg` } };
    expect((await app.json('PUT', `/drafts/admin/articles-${item}`, body, token)).status).toBe(200);
  }
  await add('/members', { ...hiddenMember, isActive: false });
  const ids = [draft, scheduled, live];
  for (const [path, hidden, open] of [
    ['/articles', hiddenArticle, anArticle({ isPublished: true })],
    ['/events', hiddenEvent, anEvent()],
    ['/events', { ...hiddenEvent, eventDate: '2026-01-01T18:00:00' }, anEvent()],
    ['/members', hiddenMember, aMember()],
  ] as const) {
    const deleted = await add(path, hidden);
    await remove(path, deleted);
    const changed = await add(path, hidden);
    const cleared = { excerpt: null, imageAlt: '', imageUrl: null };
    await app.json('PUT', `${path}/admin/${changed}`, { ...cleared, ...open }, token);
    ids.push(deleted, changed);
  }
  return [...new Set(ids)];
}

test('no public call shows a draft, a binned item, an earlier version or who saved it', async () => {
  await using app = await testApp();
  const ids = await hide(app);
  const paths = publicReads(app).flatMap((path) => (path.includes(':') ? ids.map((id) => fill(path, id)) : [path]));
  expect(paths.length).toBeGreaterThan(ids.length * 3);
  const shown: string[] = [];
  for (const path of paths.flatMap((one) => [one, `${one}?search=${mark}`, `${one}?cursor=&limit=100&token=x`])) {
    const answer = await app.request(path);
    const text = await answer.text();
    if (answer.status >= 500) shown.push(`${path}: ${answer.status}`);
    if (text.includes(mark)) shown.push(`${path}: ${mark}`);
    if (who.test(text) && !path.includes('openapi')) shown.push(`${path}: who`);
    if (path.includes('search') && Array.isArray(parsed(text)) && parsed(text).length > 0 && !path.includes('members'))
      shown.push(`${path}: found`);
  }
  expect(shown).toEqual([]);
});

test('no administrator reads another one’s unsaved text', async () => {
  await using app = await testApp();
  const [anna, ben] = [await app.signIn(), await app.signIn()];
  const { title, content } = hiddenArticle;
  const form = `articles-new-${idOf(0)}`;
  const put = { version: null, values: { title, content } };
  expect((await app.json('PUT', `/drafts/admin/${form}`, put, anna)).status).toBe(200);
  const shown: string[] = [];
  const paths = app.api.routes.filter(
    ({ method, path }) => method === 'GET' && !/\*$|\/(uploads|backups)(\/|$)/.test(path),
  );
  for (const path of new Set(paths.map((one) => fill(one.path.replace(':form', form), idOf(0)))))
    if (await showsMark(app, path, ben)) shown.push(path);
  expect(shown).toEqual([]);
  expect(await showsMark(app, `/api/v1/drafts/admin/${form}`, anna)).toBe(true);
});

test('the same calls show what is public', async () => {
  await using app = await testApp();
  await hide(app);
  const titles = async (path: string, key: string) =>
    (await app.json<Record<string, string>[]>('GET', path)).body.map((item) => item[key]);
  expect(await titles('/articles', 'title')).toEqual(['Bats, farms and us', 'Bats, farms and us']);
  expect(await titles('/events', 'title')).toEqual(['Evening lecture', 'Evening lecture']);
  expect(await titles('/members', 'name')).toEqual(['A. Member']);
});

test('of every kind, a binned item disappears from every public call', async () => {
  await using app = await testApp();
  await fillEverything(app.db, 3);
  for (const { name, titleField } of kinds) {
    const write = (change: object) =>
      asItemTables(app.db)
        .updateTable(name as string)
        .set(change)
        .execute();
    await write({ [titleField]: mark, deletedAt: null });
    expect(await showing(app), name).toContain(`/api/v1/${name}`);
    await write({ deletedAt: '2026-11-21T05:00:00.120Z' });
    expect(await showing(app), `the bin of ${name} is public`).toEqual([]);
  }
});

test('visitors never read who saved an item, of any kind', async () => {
  await using app = await testApp();
  await fillEverything(app.db, 3);
  const telling: string[] = [];
  for (const path of publicReads(app).map((one) => fill(one, 1)))
    if (!path.includes('openapi') && who.test(await (await app.request(path)).text())) telling.push(path);
  expect(telling, "present the rows for 'visitors'").toEqual([]);
});

/** The public calls that answer the mark. */
async function showing(app: TestApp): Promise<string[]> {
  const shown: string[] = [];
  for (const path of publicReads(app).map((one) => fill(one, 1)))
    if ((await (await app.request(path)).text()).includes(mark)) shown.push(path);
  return shown;
}

/** The paths of all calls that a visitor may read. */
function publicReads(app: TestApp): string[] {
  const paths = app.api.routes
    .filter(({ method, path }) => method === 'GET' && !/\/(admin|uploads)(\/|$)|\*$/.test(path))
    .map(({ path }) => path);
  return [...new Set(paths)];
}

async function showsMark(app: TestApp, path: string, token: string): Promise<boolean> {
  // The stream of news would last for minutes.
  const answer = await app.request(`${path}?seconds=1`, { headers: { authorization: `Bearer ${token}` } });
  return (await answer.text()).includes(mark);
}

/** Of a draft. */
function idOf(n: number): string {
  return `00000000-0000-4000-8000-00000000000${n}`;
}

function fill(path: string, id: number | string): string {
  return path.replace(/:\w+(\{[^}]*\})?/g, String(id));
}

function parsed(text: string): unknown[] {
  try {
    return JSON.parse(text) as unknown[];
  } catch {
    return [];
  }
}
