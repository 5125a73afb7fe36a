import { readdirSync } from 'node:fs';
import type { RouteObject } from 'react-router';
import { expect, test } from 'vitest';
import { createApp, type ServerParts } from '#app/server.ts';
import { addressProblem, isReservedAddress } from '#features/pages/page.ts';
import { testApp } from '#tests/support/test-app.ts';
import { pageRoutes } from '../routes.ts';

const parts = { filesFolder: 'public', pages: {}, health: {} } as unknown as ServerParts;

test('no page of the society can take the address of a route of ours', async () => {
  await using app = await testApp();
  const paths = [
    ...pathsOf(pageRoutes),
    ...createApp(app.context, parts).routes.map(({ path }) => path),
    ...readdirSync('public').map((name) => `/${name}`),
  ];
  const names = new Set(paths.map((path) => path.split('/')[1] ?? '').filter((name) => /^[\w.-]+$/.test(name)));
  expect([...names]).toEqual(expect.arrayContaining(['about', 'admin', 'api', 'articles', 'events', 'pages']));
  const free = [...names].filter((name) => addressProblem(name) === null);
  expect(free, 'put them among the reserved names in src/features/pages/page.ts').toEqual([]);
  // Names of files have a dot, which no address has.
  expect([...names].filter((name) => !name.includes('.') && !isReservedAddress(name))).toEqual([]);
});

function pathsOf(routes: RouteObject[]): string[] {
  return routes.flatMap(({ path = '', children = [] }) => [path, ...pathsOf(children)]);
}
