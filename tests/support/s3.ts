/** A small S3 server in memory that refuses whatever is not signed rightly, and misbehaves when it is told to. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { S3Settings } from '#platform/config/s3-settings.ts';
import { type Refusal, signatureProblem } from './s3-signature.ts';

export type S3Object = { bytes: Buffer; contentType: string; cacheControl: string; modifiedAt: Date };

type Manners = {
  /** Anyone may read, as from a public bucket. */
  isPublic: boolean;
  /** Overwrites in spite of If-None-Match, as older servers do. */
  ignoresConditions: boolean;
  /** Answers If-None-Match with 501. */
  refusesConditions: boolean;
  /** Answers of the next requests, in their order; `lost` carries the request out and then cuts the line. */
  next: ('fine' | 503 | 'cut' | 'lost')[];
  /** Takes every request and never answers. */
  isSilent: boolean;
  pageSize: number;
};

export type TestS3 = {
  settings: S3Settings;
  objects: Map<string, S3Object>;
  /** As 'PUT articles/1-a.jpg'. */
  requests: string[];
  manners: Manners;
  stop(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};

const keys = {
  accessKeyId: 'AKIAEXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
  region: 'eu-test-1',
};

/** Use with `await using`. */
export async function s3Server(change: Partial<S3Settings> = {}): Promise<TestS3> {
  const objects = new Map<string, S3Object>();
  const requests: string[] = [];
  const manners: Manners = {
    isPublic: false,
    ignoresConditions: false,
    refusesConditions: false,
    next: [],
    isSilent: false,
    pageSize: 1000,
  };
  const bucket = change.bucket ?? 'one-health-images';
  const state: State = { bucket, objects, requests, manners, parts: new Map() };
  const server = createServer((request, response) => void answer(state, request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stop = () => close(server);
  const settings = { endpoint, bucket, ...keys, publicUrl: undefined, usesVirtualHost: false, ...change };
  return { settings, objects, requests, manners, stop, [Symbol.asyncDispose]: stop };
}

type State = {
  bucket: string;
  parts: Map<string, Buffer[]>;
  objects: Map<string, S3Object>;
  requests: string[];
  manners: Manners;
};

async function answer(state: State, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>));
  const url = new URL(request.url ?? '', 'http://s3.test');
  const [, bucket, ...rest] = url.pathname.split('/').map(decodeURIComponent);
  const key = rest.join('/');
  state.requests.push(`${request.method} ${key}`);
  if (state.manners.isSilent) return;
  const trouble = state.manners.next.shift();
  if (trouble === 'cut') return void request.socket.destroy();
  if (trouble === 503) return refuse(response, { status: 503, code: 'SlowDown' });

  const isOpen = state.manners.isPublic && request.method === 'GET' && key !== '' && !request.headers.authorization;
  const problem = isOpen ? null : signatureProblem(request, body, keys);
  if (problem) return refuse(response, problem);
  if (bucket !== state.bucket) return refuse(response, { status: 404, code: 'NoSuchBucket' });
  if (key === '') return list(state, url.searchParams, response);
  if (await multipart(state, { request, body, key, query: url.searchParams }, response)) return;
  const isTaken = state.objects.has(key) && !state.manners.ignoresConditions;
  if (request.method === 'PUT' && request.headers['if-none-match']) {
    if (state.manners.refusesConditions) return refuse(response, { status: 501, code: 'NotImplemented' });
    if (isTaken) return refuse(response, { status: 412, code: 'PreconditionFailed' });
  }
  if (request.method === 'PUT')
    state.objects.set(key, {
      bytes: body,
      contentType: request.headers['content-type'] ?? '',
      cacheControl: request.headers['cache-control'] ?? '',
      modifiedAt: new Date(),
    });
  if (trouble === 'lost') return void request.socket.destroy();
  if (request.method === 'PUT') return void response.writeHead(200).end();
  if (request.method === 'DELETE') {
    state.objects.delete(key);
    return void response.writeHead(204).end();
  }
  read(state.objects.get(key), request, response);
}

type Part = { request: IncomingMessage; body: Buffer; key: string; query: URLSearchParams };

/** Whether it was a step of an upload in parts. */
async function multipart(
  state: State,
  { request, body, key, query }: Part,
  response: ServerResponse,
): Promise<boolean> {
  const id = query.get('uploadId');
  if (request.method === 'POST' && query.has('uploads')) {
    state.parts.set('1', []);
    response.end('<InitiateMultipartUploadResult><UploadId>1</UploadId></InitiateMultipartUploadResult>');
    return true;
  }
  if (id === null) return false;
  const parts = state.parts.get(id);
  if (!parts) refuse(response, { status: 404, code: 'NoSuchUpload' });
  else if (request.method === 'PUT') {
    parts[Number(query.get('partNumber')) - 1] = body;
    response.writeHead(200, { etag: `"${query.get('partNumber')}"` }).end();
  } else {
    state.parts.delete(id);
    const object = { bytes: Buffer.concat(parts), contentType: '', cacheControl: '', modifiedAt: new Date() };
    if (request.method === 'POST') state.objects.set(key, object);
    response.end('<CompleteMultipartUploadResult/>');
  }
  return true;
}

function read(object: S3Object | undefined, request: IncomingMessage, response: ServerResponse): void {
  if (!object) return refuse(response, { status: 404, code: 'NoSuchKey' }, request.method === 'HEAD');
  response.writeHead(200, {
    'content-type': object.contentType,
    'cache-control': object.cacheControl,
    'content-length': object.bytes.length,
    'last-modified': object.modifiedAt.toUTCString(),
  });
  response.end(request.method === 'HEAD' ? undefined : object.bytes);
}

function list({ bucket, objects, manners }: State, query: URLSearchParams, response: ServerResponse): void {
  if (query.get('list-type') !== '2') return refuse(response, { status: 501, code: 'NotImplemented' });
  const all = [...objects].sort(([one], [other]) => (one < other ? -1 : 1));
  const from = Number(Buffer.from(query.get('continuation-token') ?? '', 'base64').toString() || 0);
  const entries = all.slice(from, from + manners.pageSize).map(([key, object]) => {
    const modified = object.modifiedAt.toISOString();
    return `<Contents><Key>${escaped(key)}</Key><LastModified>${modified}</LastModified><Size>${object.bytes.length}</Size></Contents>`;
  });
  const until = from + entries.length;
  const more = until < all.length;
  const token = more
    ? `<NextContinuationToken>${Buffer.from(String(until)).toString('base64')}</NextContinuationToken>`
    : '';
  response.writeHead(200, { 'content-type': 'application/xml' });
  response.end(
    `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>${escaped(bucket)}</Name><KeyCount>${entries.length}</KeyCount><IsTruncated>${more}</IsTruncated>${token}${entries.join('')}</ListBucketResult>`,
  );
}

function refuse(response: ServerResponse, { status, code }: Refusal, isEmpty = false): void {
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(isEmpty ? undefined : `<?xml version="1.0"?><Error><Code>${code}</Code><Message>No.</Message></Error>`);
}

function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

async function close(server: Server): Promise<void> {
  if (!server.listening) return;
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
}
