/**
 * Fetches a file of another website for an administrator. A name is looked up once and the address that was checked is the one that
 * is connected to, again at each redirect; only http and https on their own ports, with limits of size and time. Sends nothing
 * that belongs to the site: no cookies, no credentials, no referrer.
 */
import { lookup } from 'node:dns/promises';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { connect, isIP, type Socket } from 'node:net';
import { connect as secure } from 'node:tls';
import { isPublicAddress } from './public-address.ts';

/** The two ways in which a fetch touches the network; tests hand in their own. */
export type Internet = {
  resolve: (host: string) => Promise<string[]>;
  connect: (address: string, port: number) => Socket;
};

export const internet: Internet = {
  resolve: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
  connect: (host, port) => connect({ host, port }),
};

/** Why nothing came. The reason is for the log: anyone who asks must not learn what is in the site's own network. */
export class NotFetched extends Error {
  override name = 'NotFetched';
}

type Limits = { bytes: number; ms: number; redirects: number };

/** @throws NotFetched */
export async function fetchPublic(address: string, limits: Limits, network: Internet = internet): Promise<Buffer> {
  const signal = AbortSignal.timeout(limits.ms);
  let url = readUrl(address);
  for (let hop = 0; hop <= limits.redirects; hop += 1) {
    const answer = await ask(url, { bytes: limits.bytes, signal, network });
    if (Buffer.isBuffer(answer)) return answer;
    url = readUrl(answer.location, url);
  }
  throw new NotFetched('too many redirects');
}

const longest = 2000;

function readUrl(address: string, base?: URL): URL {
  if (address.length > longest || !URL.canParse(address, base)) throw new NotFetched('no address');
  const url = new URL(address, base);
  if (!['http:', 'https:'].includes(url.protocol)) throw new NotFetched(`not the web: ${url.protocol}`);
  if (url.port !== '' || url.username !== '' || url.password !== '') throw new NotFetched('a port or a password');
  return url;
}

/** One address that is public, when all of the name's are: a name that has an inner one too is no website. */
async function addressOf({ hostname }: URL, { network, signal }: Asked): Promise<string> {
  const host = hostname.replace(/^\[|\]$/g, '');
  const found = isIP(host) ? [host] : await inTime(network.resolve(host), signal);
  const [first] = found;
  if (first === undefined || !found.every(isPublicAddress)) throw new NotFetched(`not public: ${found.join(', ')}`);
  return first;
}

type Asked = { bytes: number; signal: AbortSignal; network: Internet };

async function ask(url: URL, asked: Asked): Promise<Buffer | { location: string }> {
  try {
    return await send(url, await addressOf(url, asked), asked);
  } catch (error) {
    throw error instanceof NotFetched ? error : new NotFetched('no answer', { cause: error });
  }
}

function send(url: URL, address: string, { bytes, signal, network }: Asked): Promise<Buffer | { location: string }> {
  const isSecure = url.protocol === 'https:';
  const socket = network.connect(address, isSecure ? 443 : 80);
  return new Promise<Buffer | { location: string }>((resolve, reject) => {
    socket.once('error', reject);
    const request = (isSecure ? requestHttps : requestHttp)(url, {
      signal,
      headers: {
        host: url.host,
        accept: 'image/*',
        'accept-encoding': 'identity',
        'user-agent': 'one-health-student-society',
      },
      // Instead of an agent, which would look the name up once more.
      createConnection: () => (isSecure ? secure({ socket, servername: url.hostname }) : socket),
    });
    request.once('error', reject);
    request.once('response', (response) => {
      const { statusCode = 0, headers } = response;
      if ([301, 302, 303, 307, 308].includes(statusCode) && headers.location)
        return resolve({ location: headers.location });
      if (statusCode !== 200) return reject(new NotFetched(`status ${statusCode}`));
      if (Number(headers['content-length'] ?? 0) > bytes) return reject(new NotFetched('too large'));
      const parts: Buffer[] = [];
      let size = 0;
      response.on('data', (part: Buffer) => {
        size += part.length;
        if (size > bytes) reject(new NotFetched('too large'));
        else parts.push(part);
      });
      response.once('error', reject);
      response.once('close', () => reject(new NotFetched('cut off')));
      response.once('end', () => resolve(Buffer.concat(parts)));
    });
    request.end();
  }).finally(() => socket.destroy());
}

function inTime<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return Promise.race([
    work,
    new Promise<never>((_, reject) =>
      signal.addEventListener('abort', () => reject(new NotFetched('too slow')), { once: true }),
    ),
  ]);
}
