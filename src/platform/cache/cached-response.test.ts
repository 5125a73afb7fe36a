import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { CachedResponse } from './cached-response.ts';

test.each([
  [599, null],
  [600, 'br'],
])('a body of %i bytes is sent with the encoding %s', async (bytes, encoding) => {
  const cached = new CachedResponse(200, new Headers({ 'content-type': 'text/plain' }), Buffer.alloc(bytes, 'a'));
  const server = createServer((request, response) => void cached.send(request, response));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  try {
    const { port } = server.address() as AddressInfo;
    const response = await fetch(`http://127.0.0.1:${port}/`, { headers: { 'accept-encoding': 'br' } });
    expect(response.headers.get('content-encoding')).toBe(encoding);
    expect(await response.text()).toHaveLength(bytes);
  } finally {
    server.close();
  }
});
