import { Worker } from 'node:worker_threads';
import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import { storePicture } from '#features/uploads/pictures.server.ts';
import { indexQueuedRows } from '#platform/db/search/indexing.ts';
import { anArticle } from '#tests/support/builders.ts';
import { engines } from '#tests/support/database.ts';
import { plainJpeg } from '#tests/support/photos.ts';
import { type TestApp, testApp } from '#tests/support/test-app.ts';
import { renderMissingBodies } from './missing-bodies.jobs.ts';

type Shown = { id: number; content: string };

const code = '<p>See:</p><pre data-language="css">a { color: red }</pre>';
const coloured = '<span class="hljs-selector-tag">a</span>';

async function save(app: TestApp, content: string): Promise<{ id: number; token: string }> {
  const token = await app.signIn();
  const { body } = await app.json<Shown>('POST', '/articles/admin', anArticle({ content, isPublished: true }), token);
  return { id: body.id, token };
}

async function shown(app: TestApp, id: number, token?: string): Promise<string> {
  return (await app.json<Shown>('GET', `/articles/${id}`, undefined, token)).body.content;
}

async function contentVersion(app: TestApp): Promise<unknown> {
  return (await sql`SELECT version FROM content_version`.execute(app.db)).rows;
}

/** All that the database has of articles and their revisions, but for what is rendered. */
async function rest(app: TestApp): Promise<unknown> {
  const articles = await app.db.selectFrom('articles').selectAll().orderBy('id').execute();
  const revisions = await app.db.selectFrom('revisions').selectAll().orderBy('id').execute();
  return [articles.map((article) => ({ ...article, rendered: null })), revisions];
}

/** Of that many bytes once it is read: every character counts. */
function textOf(bytes: number): string {
  const words = 'one health '.repeat(Math.ceil(bytes / 11)).slice(0, bytes - 1);
  return `<p>${words}.</p>`;
}

test('saving and mailing a short text does not wait for a thread or for someone else’s long text', async () => {
  await using app = await testApp();
  const { id: other } = await save(app, '<p>Of someone else.</p>');
  const long = `${'estuary '.repeat(2000)}q`;
  await app.db.updateTable('articles').set({ contentText: long }).where('id', '=', other).execute();
  // Also a thread that runs already, for the test before this one, is found.
  const given = vi.spyOn(Worker.prototype, 'postMessage');
  const tasks = () => given.mock.calls.filter(([task]) => typeof task === 'object' && task !== null && 'html' in task);
  try {
    const { id, token } = await save(app, '<p>A short text.</p>');
    const preview = await app.json('GET', `/newsletter/admin/preview/${id}`, undefined, token);
    expect([preview.status, tasks()]).toEqual([200, []]);
    await save(app, `<p>${'A long text. '.repeat(1000)}</p>`);
    expect(tasks()).not.toEqual([]);
  } finally {
    given.mockRestore();
  }
});

describe.each(engines)('%s', (engine) => {
  test('an article whose colouring needs too much memory is saved, and shown without colours', async () => {
    await using app = await testApp();
    const given = vi.spyOn(Worker.prototype, 'postMessage').mockImplementation(function (this: Worker) {
      this.emit('error', Object.assign(new Error('no memory'), { code: 'ERR_WORKER_OUT_OF_MEMORY' }));
    });
    try {
      const { id } = await save(app, code);
      expect(await shown(app, id)).toContain('a { color: red }');
      expect(await shown(app, id)).not.toContain(coloured);
    } finally {
      given.mockRestore();
    }
  });

  test('code is coloured when it is saved, and pages show the stored result', async () => {
    await using app = await testApp({ engine });
    const { id, token } = await save(app, code);
    expect(await shown(app, id)).toContain(coloured);
    expect(await shown(app, id, token)).toBe(code);

    await app.db.updateTable('articles').set({ rendered: '<p>As it was stored.</p>' }).execute();
    expect(await shown(app, id)).toBe('<p>As it was stored.</p>');
    await app.json('PUT', `/articles/admin/${id}`, { title: 'Another title' }, token);
    expect(await shown(app, id)).toBe('<p>As it was stored.</p>');
    await app.json('PUT', `/articles/admin/${id}`, { content: code.replace('red', 'blue') }, token);
    expect(await shown(app, id)).toContain('blue');
    await app.json('PUT', `/articles/admin/${id}`, { content: '<p>No code.</p>' }, token);
    expect(await shown(app, id)).toBe('<p>No code.</p>');
  });

  test('restored versions and previews show coloured code too', async () => {
    await using app = await testApp({ engine });
    const { id, token } = await save(app, code);
    await app.json('PUT', `/articles/admin/${id}`, { content: '<p>No code.</p>' }, token);
    const revisions = await app.json<{ id: number }[]>('GET', `/articles/admin/${id}/revisions`, undefined, token);
    const first = revisions.body.at(-1)?.id;
    await app.json('POST', `/articles/admin/${id}/revisions/${first}`, {}, token);
    expect(await shown(app, id)).toContain(coloured);
    const { body } = await app.json<{ url: string }>('POST', `/articles/admin/${id}/preview`, undefined, token);
    const { search } = new URL(body.url);
    const preview = await app.json<Shown>('GET', `/articles/${id}/preview${search}`);
    expect(preview.body.content).toContain(coloured);
  });

  test('a body changed by another program is shown, not the rendered one of before', async () => {
    await using app = await testApp({ engine });
    const { id } = await save(app, code);
    await app.db
      .updateTable('articles')
      .set({ content: code.replace('red', 'blue') })
      .execute();
    expect(await shown(app, id)).toBe(code.replace('red', 'blue'));
    await renderMissingBodies(app.context);
    expect(await shown(app, id)).toContain(coloured);
  });

  test('a body saved before rendering was stored is shown plain until the job has rendered it', async () => {
    await using app = await testApp({ engine });
    const { id } = await save(app, code);
    const { id: other } = await save(app, '<p>No code.</p>');
    await app.db.updateTable('articles').set({ rendered: null }).execute();
    expect(await shown(app, id)).toBe(code);
    const before = await contentVersion(app);
    await renderMissingBodies(app.context);
    // Pages that are kept are made anew.
    expect(await contentVersion(app)).not.toEqual(before);
    expect(await shown(app, id)).toContain(coloured);
    expect(await shown(app, other)).toBe('<p>No code.</p>');
    const left = await app.db.selectFrom('articles').select('id').where('rendered', 'is', null).execute();
    expect(left).toEqual([]);
  });

  test('the job renders old articles in batches, so that pages are rarely rebuilt and the worker can stop', async () => {
    await using app = await testApp({ engine });
    await save(app, code);
    const { id: _, ...article } = await app.db.selectFrom('articles').selectAll().executeTakeFirstOrThrow();
    const others = Array.from({ length: 104 }, () => ({ ...article, rendered: null }));
    await app.db.insertInto('articles').values(others).execute();
    const left = async () => {
      const rows = await app.db.selectFrom('articles').select('id').where('rendered', 'is', null).execute();
      return rows.length;
    };
    await renderMissingBodies(app.context);
    expect(await left()).toBe(4);
    await renderMissingBodies(app.context);
    expect(await left()).toBe(0);
  });

  test('rendering an old article leaves its versions, its dates and the text in the editor unchanged', async () => {
    await using app = await testApp({ engine });
    const picture = { purpose: 'articles', bytes: await plainJpeg(700, 400), fileName: 'a.jpg', administratorId: null };
    const { imageUrl } = await storePicture(app.context, picture);
    const content = `<h1>A heading</h1><p><img alt="The river" src="${imageUrl}" /></p>`;
    const { id, token } = await save(app, content);
    const { id: deleted } = await save(app, content);
    await app.json('DELETE', `/articles/admin/${deleted}`, undefined, token);
    const rendered = await shown(app, id);
    expect(rendered).toMatch(/^<h2 id="section-a-heading">/);
    expect(rendered).toContain(' 360w, ');
    expect(rendered).toContain('width="700" height="400"');

    await app.db.updateTable('articles').set({ rendered: null }).execute();
    expect(await shown(app, id)).toBe(content);
    const before = await rest(app);
    app.clock.advance(60_000);
    await renderMissingBodies(app.context);
    expect(await rest(app)).toEqual(before);
    expect([await shown(app, id), await shown(app, id, token)]).toEqual([rendered, content]);
    const bodies = await app.db.selectFrom('articles').select('rendered').execute();
    expect(bodies.map((one) => one.rendered)).toEqual([rendered, rendered]);
  });

  test('a change of the markup that looks the same is rendered at once', async () => {
    await using app = await testApp({ engine });
    const { id, token } = await save(app, '<h1>Soil</h1>');
    const rendered = await shown(app, id);
    await app.json('PUT', `/articles/admin/${id}`, { content: '<h2>Soil</h2>' }, token);
    expect(await shown(app, id)).toBe(rendered);
  });

  test('300 kB of text can be saved and found; one byte more is refused with a sentence', async () => {
    await using app = await testApp({ engine });
    const { id, token } = await save(app, textOf(300_000));
    await indexQueuedRows(app.db);
    const found = async (term: string) =>
      (await app.json<Shown[]>('GET', `/articles?search=${encodeURIComponent(term)}`)).body.map((one) => one.id);
    expect(await found('health one')).toEqual([id]);
    expect(await found('.')).toEqual([id]);
    expect(await found('z')).toEqual([]);

    const refused = await app.json('PUT', `/articles/admin/${id}`, { content: textOf(300_001) }, token);
    const message = 'This text is too long: it has 301 kB of text, and 300 kB are allowed. Please split it in two.';
    expect([refused.status, refused.body]).toEqual([400, { message, code: 'invalid', fields: { content: message } }]);
    const tags = await app.json('PUT', `/articles/admin/${id}`, { content: '<b>a</b>'.repeat(10_001) }, token);
    expect(tags.body.message).toContain('20,002 pieces of formatting, and 20,000 are allowed');

    await app.json('PUT', `/articles/admin/${id}`, { content: '<p>Short again, with a z</p>' }, token);
    expect([await found('health one'), await found('z')]).toEqual([[], [id]]);
  });

  test('a text of all different characters can be found by each of them', async () => {
    await using app = await testApp({ engine });
    const signs = Array.from({ length: 20_000 }, (_, at) => String.fromCodePoint(0x4e00 + at)).join('');
    const { id } = await save(app, `<p>${signs}</p>`);
    for (const term of ['一', '健', signs.slice(9000, 9002), signs.slice(-150)]) {
      const { body } = await app.json<Shown[]>('GET', `/articles?search=${encodeURIComponent(term)}`);
      expect(body.map((one) => one.id)).toEqual([id]);
    }
  });
});
