import { expect, test } from 'vitest';
import { saveItemWithPicture } from '#features/items/admin/save-item.ts';
import { uploadNow } from '#features/uploads/field/picture-upload-queue.ts';
import type { Api } from '#shared/calls/api-client.ts';
import { ApiError } from '#shared/calls/api-error.ts';
import { articleKind } from '../article.kind.ts';
import type { Article } from '../article.schema.ts';
import { articleInput, articleProblem, articleValues } from './article-values.ts';
import { publishAndSend } from './publish-and-send.ts';

const values = { ...articleValues(null), title: ' Bats ', description: 'Why they matter', content: '<p>Text</p>' };
const file = new File(['x'], 'bat.webp', { type: 'image/webp' });

function uploads(api: Api) {
  // Another picture each time: one that is uploaded is not sent again.
  return () => uploadNow({ purpose: 'articles', api, file: new File([file], file.name, { type: file.type }) });
}

/** Answers like the API and writes down what was asked; calls that match `failing` are refused. */
function recorder(failing?: RegExp, error: Error = new Error('refused')) {
  const calls: string[] = [];
  const api: Api = {
    call: async <T>(method: string, path: string, body?: unknown) => {
      const published = body && typeof body === 'object' && 'isPublished' in body ? ` ${String(body.isPublished)}` : '';
      const line = `${method} ${path}${published}`;
      calls.push(line);
      if (failing?.test(line)) throw error;
      return { id: 7, imageUrl: '/uploads/articles/bat.webp' } as T;
    },
    create: async <T>(path: string, body: unknown) => ({
      made: await api.call<T>('POST', path, body),
      isReplayed: false,
    }),
    list: () => Promise.reject(new Error('no lists here')),
  };
  const send = (id: number) => api.call<null>('POST', `/newsletter/admin/send/${id}`);
  return { calls, api, send };
}

type Asked = { api: Api; article?: Article | null; isLive?: boolean; isPictured?: boolean };

function save({ api, article = null, isLive = false, isPictured = false }: Asked) {
  const picture = isPictured ? { imageFocalX: null, imageFocalY: null, upload: uploads(api) } : null;
  const resolveConflict = () => Promise.resolve('keep editing' as const);
  const text = { api, kind: articleKind, item: article, key: 'k', version: null, resolveConflict };
  return saveItemWithPicture<Article>({ ...text, input: articleInput(values, isLive), picture });
}

test('publishing saves a draft, uploads and sets the picture, publishes and sends, in this order', async () => {
  const { calls, send, ...deps } = recorder();
  const saved = await save({ ...deps, isPictured: true });
  expect(saved).toMatchObject({ is: 'saved', item: { id: 7 } });
  expect((await publishAndSend(deps.api, 7, send)).is).toBe('sent');
  expect(calls).toEqual([
    'POST /articles/admin false',
    'POST /uploads/articles',
    'PUT /articles/admin/7/image',
    'POST /articles/admin/publish/7',
    'POST /newsletter/admin/send/7',
  ]);
});

test('publishing without sending sends no newsletter', async () => {
  const { calls, api } = recorder();
  expect((await publishAndSend(api, 7, null)).is).toBe('published');
  expect(calls).toEqual(['POST /articles/admin/publish/7']);
});

test('after a failed upload the next press goes on with the same article', async () => {
  const { calls, ...deps } = recorder(/uploads/);
  const end = await save({ ...deps, isPictured: true });
  expect(end).toMatchObject({ is: 'not pictured', problem: 'Upload failed: refused', item: { id: 7 } });
  expect(calls).toEqual(['POST /articles/admin false', 'POST /uploads/articles']);
});

test('when the server cannot set the picture, the form says so in the words of the specification', async () => {
  const { calls, ...deps } = recorder(
    /image$/,
    new ApiError(500, { message: 'Something went wrong.', code: 'internal' }),
  );
  const end = await save({ ...deps, isPictured: true });
  expect(end).toMatchObject({ is: 'not pictured', problem: 'Failed to upload image', item: { id: 7 } });
  expect(calls.at(-1)).toBe('PUT /articles/admin/7/image');
});

test('a failed sending leaves the article published', async () => {
  const { calls, api, send } = recorder(/send/);
  expect(await publishAndSend(api, 7, send)).toMatchObject({ is: 'not sent', article: { id: 7 } });
  expect(calls.at(-2)).toBe('POST /articles/admin/publish/7');
});

test('Update turns a live article into a draft, Update live article does not, and neither sends', async () => {
  const article = { id: 7, isPublished: true } as Article;
  for (const [isLive, published] of [
    [false, 'false'],
    [true, 'true'],
  ] as const) {
    const { calls, ...deps } = recorder();
    expect((await save({ ...deps, article, isLive })).is).toBe('saved');
    expect(calls).toEqual([`PUT /articles/admin/7 ${published}`]);
  }
});

test('the form asks for title, description and content, and trims the title', () => {
  expect(articleProblem({ ...values, title: ' ' })).toBe('Title and description are required');
  expect(articleProblem({ ...values, content: '<p><br></p>' })).toBe('Article content cannot be empty');
  expect(articleProblem(values)).toBeNull();
  expect(articleInput(values, false).title).toBe('Bats');
});
