/** Another site on this machine, and an internet in which made-up names and addresses lead to it. */
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { Internet } from '#platform/internet/fetch-public.ts';

export const publicAddress = '93.184.215.14';

/** `pictures.example` is at a public address; `names` adds others. Use with `await using`. */
export async function otherSite(answer: RequestListener, names: Record<string, string[]> = {}) {
  const asked: string[] = [];
  const connected: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.headers.host}${request.url}`);
    answer(request, response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const known: Record<string, string[]> = { 'pictures.example': [publicAddress], ...names };
  const internet: Internet = {
    resolve: async (host) => {
      const found = known[host];
      if (!found) throw new Error(`no such name: ${host}`);
      return found;
    },
    connect: (address, given) => {
      connected.push(`${address}:${given}`);
      return connect({ host: '127.0.0.1', port });
    },
  };
  const stop = () => new Promise<void>((done) => server.close(() => done()).closeAllConnections());
  return { internet, asked, connected, [Symbol.asyncDispose]: stop };
}
