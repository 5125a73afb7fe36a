/**
 * A load generator in a process of its own, so that it can be kept on another core: takes a `Load` as JSON on its
 * input, keeps each connection busy with one request after another, prints a `Loaded`.
 */
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';

export type Load = {
  port: number;
  connections: number;
  seconds: number;
  /** Whole HTTP/1.1 requests; each connection goes through them from a place of its own. */
  requests: string[];
};

/** `statuses`: how many answers each had; `broken`: connections that ended before their answer. Milliseconds. */
export type Loaded = {
  perSecond: number;
  p50: number;
  p99: number;
  worst: number;
  statuses: Record<string, number>;
  broken: number;
};

const headEnd = Buffer.from('\r\n\r\n');
const lastChunk = Buffer.from('0\r\n\r\n');

if (process.argv[1] === import.meta.filename)
  console.log(JSON.stringify(await run(JSON.parse(readFileSync(0, 'utf8')) as Load)));

async function run({ port, connections, seconds, requests }: Load): Promise<Loaded> {
  const raw = requests.map((request) => Buffer.from(request));
  const times: number[] = [];
  const statuses: Record<string, number> = {};
  let broken = 0;
  const started = performance.now();
  const end = started + seconds * 1000;

  const one = (first: number) =>
    new Promise<void>((done) => {
      let next = first;
      let sentAt = 0;
      let received: Buffer[] = [];
      let size = 0;
      const socket = connect(port, '127.0.0.1');
      socket.setNoDelay(true);
      const send = () => {
        if (performance.now() >= end) return void socket.end(done);
        sentAt = performance.now();
        socket.write(raw[next++ % raw.length] ?? '');
      };
      socket.on('connect', send);
      socket.on('data', (chunk) => {
        received.push(chunk);
        size += chunk.byteLength;
        // Most answers come in one piece; only others have to be put together.
        const whole = received.length === 1 ? chunk : Buffer.concat(received, size);
        const status = statusOfWhole(whole);
        if (status === null) {
          received = [whole];
          return;
        }
        times.push(performance.now() - sentAt);
        statuses[status] = (statuses[status] ?? 0) + 1;
        received = [];
        size = 0;
        send();
      });
      socket.on('error', () => {});
      socket.on('close', () => {
        if (performance.now() < end) {
          broken++;
          void one(next).then(done);
        } else done();
      });
    });

  await Promise.all(Array.from({ length: connections }, (_, n) => one(n * 7)));
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  const lasted = (performance.now() - started) / 1000;
  return { perSecond: times.length / lasted, p50: at(0.5), p99: at(0.99), worst: at(1), statuses, broken };
}

/** Null until the answer is there whole: by its length, its last chunk, or because it has no body. */
function statusOfWhole(bytes: Buffer): string | null {
  const headLength = bytes.indexOf(headEnd);
  if (headLength < 0) return null;
  const head = bytes.toString('latin1', 0, headLength);
  const status = head.slice(9, 12);
  if (status === '304' || status === '204') return status;
  const length = /content-length: (\d+)/i.exec(head)?.[1];
  if (length !== undefined) return bytes.byteLength >= headLength + 4 + Number(length) ? status : null;
  return bytes.subarray(-lastChunk.byteLength).equals(lastChunk) ? status : null;
}
