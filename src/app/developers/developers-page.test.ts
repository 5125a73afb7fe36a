import { expect, test } from 'vitest';
import { openHttpHandler } from '#tests/support/http-handler.ts';
import { testApp } from '#tests/support/test-app.ts';
import { exampleName } from './describe-api.ts';
import type { ApiDocument } from './openapi.ts';

test('the page for developers has every described call, runs no script and is cached', async () => {
  await using app = await testApp();
  await using handler = await openHttpHandler(app);
  const { status, headers, body } = await handler.get('/developers');
  const html = body.toString();
  expect(status, html.slice(0, 500)).toBe(200);
  expect(headers['content-type']).toBe('text/html; charset=UTF-8');
  expect(html.match(/<script(?! id="data")[^>]*>/g)).toBeNull();

  const { paths } = JSON.parse((await handler.get('/api/v1/openapi.json')).body.toString()) as ApiDocument;
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => exampleName(method, path)),
  );
  const shown = [...html.matchAll(/<span class="method">(\w+)<\/span> ([^<]+)</g)];
  expect(shown.map(([, method = '', path = '']) => exampleName(method, path.replaceAll('\u200b', ''))).sort()).toEqual(
    described.sort(),
  );
  const asked = handler.asked.length;
  expect((await handler.get('/developers', { 'if-none-match': headers.etag ?? '' })).status).toBe(304);
  expect(handler.asked).toHaveLength(asked);
});
