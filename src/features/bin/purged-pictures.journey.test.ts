import { describe, expect, test } from 'vitest';
import { startWorkerJobs } from '#app/worker/jobs.ts';
import { s3Store } from '#platform/storage/s3-store.ts';
import { aMember, anArticle, anEvent } from '#tests/support/builders.ts';
import { engines } from '#tests/support/database.ts';
import { openHttpHandler } from '#tests/support/http-handler.ts';
import { collector } from '#tests/support/newsletter.ts';
import { plainJpeg } from '#tests/support/photos.ts';
import { s3Server } from '#tests/support/s3.ts';
import { eventually } from '#tests/support/smtp.ts';
import { type TestApp, testApp } from '#tests/support/test-app.ts';

type Kind = 'articles' | 'events' | 'members';

/** An administrator of a site on a real socket; each address is requested there. */
async function editorAt(app: TestApp) {
  const token = await app.signIn();
  const handler = await openHttpHandler(app);

  async function call<T = { id: number }>(method: string, path: string, body?: unknown): Promise<T> {
    const headers: Record<string, string> = { authorization: `Bearer ${token}` };
    const isForm = body instanceof FormData;
    if (body !== undefined && !isForm) headers['content-type'] = 'application/json';
    const init = { method, headers, ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }) };
    const response = await fetch(`${handler.url}/api/v1${path}`, init);
    expect(response.ok, `${method} ${path} answered ${response.status}`).toBe(true);
    return (await response.json()) as T;
  }

  const upload = async (purpose: Kind, width = 40): Promise<string> => {
    const form = new FormData();
    form.append('file', new File([new Uint8Array(await plainJpeg(width, 30))], 'photo.jpg', { type: 'image/jpeg' }));
    return (await call<{ imageUrl: string }>('POST', `/uploads/${purpose}`, form)).imageUrl;
  };

  /** The picture and its variants, by their addresses. */
  const filesOf = async (url: string): Promise<string[]> => {
    const paths = (await Array.fromAsync(app.context.store.list())).map(({ path }) => `/uploads/${path}`);
    return paths.filter((path) => path.startsWith(url.replace('.jpg', ''))).sort();
  };

  return {
    handler,
    call,
    upload,
    filesOf,
    add: async (kind: Kind, input: object) => (await call('POST', `/${kind}/admin`, input)).id,
    save: (kind: Kind, id: number, input: object) => call('PUT', `/${kind}/admin/${id}`, input),
    remove: (kind: Kind, id: number) => call('DELETE', `/${kind}/admin/${id}`),
    purge: (kind: Kind, id: number) => call<{ message: string }>('DELETE', `/bin/admin/${kind}/${id}`),
    statusOf: async (paths: string[], headers = {}) => [
      ...new Set(await Promise.all(paths.map(async (path) => (await handler.get(path, headers)).status))),
    ],
    [Symbol.asyncDispose]: () => handler[Symbol.asyncDispose](),
  };
}

const inText = (...urls: string[]) => urls.map((url) => `<p>Look: <img src="${url}" alt=""></p>`).join('');

describe.each(engines)('deleting permanently on %s', (engine) => {
  test('deletes a member’s photo: the original, every variant and every copy on this server', async () => {
    await using app = await testApp({ engine });
    await using editor = await editorAt(app);
    const imageUrl = await editor.upload('members', 700);
    const id = await editor.add('members', aMember({ imageUrl }));
    const files = await editor.filesOf(imageUrl);
    expect(files).toHaveLength(8);
    const pages = ['/', '/about', '/api/v1/members', `/api/v1/members/${id}`];
    for (const page of pages) expect((await editor.handler.get(page)).body.toString()).toContain(imageUrl.slice(0, -4));

    await editor.remove('members', id);
    expect(await editor.statusOf(files)).toEqual([200]);
    expect(await editor.purge('members', id)).toEqual({ message: 'Deleted permanently.' });
    expect(await editor.statusOf(files)).toEqual([404]);
    expect(await editor.statusOf(files, { 'if-none-match': '*' })).toEqual([404]);
    expect(await editor.filesOf(imageUrl)).toEqual([]);
    for (const page of pages)
      expect((await editor.handler.get(page)).body.toString()).not.toContain(imageUrl.slice(0, -4));
    expect(await app.db.selectFrom('uploads').selectAll().execute()).toEqual([]);
  });

  test('keeps a photo that someone else uses too, until the last of them is deleted', async () => {
    await using app = await testApp({ engine });
    await using editor = await editorAt(app);
    const imageUrl = await editor.upload('members');
    const [one, two] = [
      await editor.add('members', aMember({ imageUrl })),
      await editor.add('members', aMember({ imageUrl: `https://society.example${imageUrl}` })),
    ];
    const files = await editor.filesOf(imageUrl);
    for (const id of [one, two]) await editor.remove('members', id);
    await editor.purge('members', one);
    expect(await editor.statusOf(files)).toEqual([200]);
    await editor.purge('members', two);
    expect(await editor.statusOf(files)).toEqual([404]);
  });

  test('deletes what only the text or an older version of an article shows, and nothing that is used elsewhere', async () => {
    await using app = await testApp({ engine });
    await using editor = await editorAt(app);
    const names = ['cover', 'text', 'older cover', 'older text', 'event', 'older version', 'setting', 'bin'] as const;
    const url = {} as Record<(typeof names)[number], string>;
    for (const name of names) url[name] = await editor.upload('articles');
    const elsewhere = [url.event, url['older version'], url.setting, url.bin];
    const id = await editor.add('articles', {
      ...anArticle({ imageUrl: url['older cover'], content: inText(url['older text'], ...elsewhere) }),
    });
    await editor.save('articles', id, anArticle({ imageUrl: url.cover, content: inText(url.text) }));
    await editor.add('events', anEvent({ imageUrl: url.event }));
    const other = await editor.add('articles', anArticle({ content: inText(url['older version']) }));
    await editor.save('articles', other, anArticle({ content: '<p>Without.</p>' }));
    await editor.call('PUT', '/settings/admin', { defaultAvatarImage: url.setting });
    await editor.remove('members', await editor.add('members', aMember({ imageUrl: url.bin })));

    await editor.remove('articles', id);
    await editor.purge('articles', id);
    const left = await Promise.all(names.map(async (name) => (await editor.filesOf(url[name])).length));
    expect(Object.fromEntries(names.map((name, index) => [name, left[index]]))).toEqual({
      cover: 0,
      text: 0,
      'older cover': 0,
      'older text': 0,
      event: 4,
      'older version': 4,
      setting: 4,
      bin: 4,
    });
  });

  test('deletes the files of what the bin purges by age', async () => {
    await using app = await testApp({ engine });
    await using editor = await editorAt(app);
    const imageUrl = await editor.upload('events');
    const id = await editor.add('events', anEvent({ imageUrl }));
    await editor.remove('events', id);
    app.clock.advance(30 * 86_400_000);
    const worker = startWorkerJobs({ ...app.context, mailer: collector().mailer });
    try {
      await eventually(async () => (await editor.filesOf(imageUrl)).length === 0);
    } finally {
      await worker.stop();
    }
  });

  test('when the bucket does not answer, deleting is tried again', async () => {
    await using server = await s3Server();
    await using app = await testApp({ engine, store: s3Store(server.settings) });
    await using editor = await editorAt(app);
    const imageUrl = await editor.upload('members');
    const id = await editor.add('members', aMember({ imageUrl }));
    const files = await editor.filesOf(imageUrl);
    await editor.remove('members', id);
    server.manners.next.push(...Array<503>(20).fill(503));
    expect(await editor.purge('members', id)).toEqual({
      message: 'Deleted permanently. Its pictures are deleted as soon as the picture storage answers.',
    });
    server.manners.next = [];
    expect(await editor.statusOf(files)).toEqual([200]);
    const worker = startWorkerJobs({ ...app.context, mailer: collector().mailer });
    await worker.stop();
    expect(await editor.statusOf(files)).toEqual([404]);
    expect(server.objects.size).toBe(0);
  });
});
