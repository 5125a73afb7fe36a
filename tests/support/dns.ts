/** A small DNS server for one test: it answers what it is told, and that every other name does not exist. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** By name: its texts, its IPv4 addresses, its mail servers. */
export type Zone = Record<string, { txt?: string[]; a?: string[]; mx?: string[] }>;

const types = { a: 1, mx: 15, txt: 16 } as const;

/** Use with `await using`. `address` as DNS_SERVER takes it. */
export async function dnsServer(zone: Zone) {
  const socket = createSocket('udp4');
  socket.on('message', (question, { port, address }) => socket.send(answerTo(question, zone), port, address));
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const dispose = async () => void socket.close();
  return { address: `127.0.0.1:${socket.address().port}`, [Symbol.asyncDispose]: dispose };
}

/** RFC 1035, 4.1: header, question, answers. */
function answerTo(question: Buffer, zone: Zone): Buffer {
  const { name, end } = readName(question, 12);
  const type = question.readUInt16BE(end);
  const found = zone[name.toLowerCase()];
  const data = found ? recordsOf(found, type) : [];
  const header = Buffer.from(question.subarray(0, 12));
  // A response that is authoritative; 3 is "no such name".
  header.writeUInt16BE(0x8580 | (found ? 0 : 3), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(data.length, 6);
  header.writeUInt32BE(0, 8);
  return Buffer.concat([header, question.subarray(12, end + 4), ...data.map((rdata) => record(type, rdata))]);
}

function recordsOf({ txt = [], a = [], mx = [] }: Zone[string], type: number): Buffer[] {
  if (type === types.txt) return txt.map(textData);
  if (type === types.a) return a.map((address) => Buffer.from(address.split('.').map(Number)));
  if (type === types.mx) return mx.map((server) => Buffer.concat([Buffer.from([0, 10]), writeName(server)]));
  return [];
}

/** Its name is the one of the question, by a pointer. */
function record(type: number, rdata: Buffer): Buffer {
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(type, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(rdata.length, 10);
  return Buffer.concat([head, rdata]);
}

/** In parts of at most 255 bytes. */
function textData(text: string): Buffer {
  const parts = text.match(/.{1,255}/g) ?? [''];
  return Buffer.concat(parts.map((part) => Buffer.concat([Buffer.from([part.length]), Buffer.from(part)])));
}

function writeName(name: string): Buffer {
  const labels = name.split('.').map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)]));
  return Buffer.concat([...labels, Buffer.from([0])]);
}

function readName(message: Buffer, from: number): { name: string; end: number } {
  const labels: string[] = [];
  let at = from;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.'), end: at + 1 };
}
