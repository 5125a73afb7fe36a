/** Signed requests to one bucket: each with a limit in time, tried again while that may help, failures in plain words. */
import { hash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import type { S3Settings } from '#platform/config/s3-settings.ts';
import { Unavailable } from '#platform/errors.ts';
import { isPassing } from '#shared/calls/retry.ts';
import { decodeEntities } from '#shared/html/entities.ts';

export const storageMessages = {
  silent: 'The picture storage does not answer at the moment. Please try again in a few minutes.',
  refused: 'The picture storage refused the request. Please tell the person who runs this site.',
} as const;

type S3Request = {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  /** Of the object; empty for the bucket. */
  path: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Uint8Array<ArrayBuffer>;
};

/** `tries` above 1: an earlier try may have had its effect although no answer came. */
export type S3Answer = { response: Response; tries: number };

export type S3Client = {
  /**
   * Any answer below 500 that is not a request to slow down.
   * @throws Unavailable
   */
  send: (request: S3Request) => Promise<S3Answer>;
};

const mostTries = 3;
const firstPauseMs = 150;

/** Milliseconds until the answer's head must be there; a body may take as long as anyone who reads it. */
export type Patience = Record<S3Request['method'], number>;

const usualPatience: Patience = { GET: 6000, HEAD: 6000, DELETE: 6000, PUT: 20_000, POST: 20_000 };

export function s3Client(settings: S3Settings, patience: Patience = usualPatience): S3Client {
  const bucket = bucketUrl(settings);

  async function tryOnce(request: S3Request): Promise<Response> {
    const { method, body = null } = request;
    const { url, headers } = await sign(settings, bucket, request);
    const enough = new AbortController();
    const timer = setTimeout(() => enough.abort(new Error('The server took too long')), patience[method]);
    try {
      return await fetch(url, { method, headers, body, redirect: 'manual', signal: enough.signal });
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    async send(request) {
      for (let tries = 1; ; tries += 1) {
        // Not `instanceof Response`: the web server puts a class of its own in that name's place.
        const outcome = await tryOnce(request).catch((error: unknown) => ({ error }));
        if (!('error' in outcome) && !isPassing(outcome.status)) return { response: outcome, tries };
        const cause = 'error' in outcome ? reasonOf(outcome.error) : await answerError(outcome);
        if (tries === mostTries) throw new Unavailable(storageMessages.silent, { cause });
        await sleep(firstPauseMs * 4 ** (tries - 1) * (0.5 + Math.random()));
      }
    },
  };
}

/** `fetch` itself says no more than 'fetch failed'. A host with several addresses fails once for each. */
function reasonOf(error: unknown): unknown {
  const { cause } = error as Error;
  return (cause instanceof AggregateError ? cause.errors[0] : cause) ?? error;
}

/** The reason of a refusal, for the log. */
export async function refusalError(response: Response): Promise<Unavailable> {
  return new Unavailable(storageMessages.refused, { cause: await answerError(response) });
}

/** The error code in S3's answer, e.g. NoSuchKey; empty without one. */
export function errorCodeIn(xml: string): string {
  return /<Code>([^<]*)<\/Code>/.exec(xml)?.[1] ?? '';
}

/** The text of an element of the response. */
export function xmlValueIn(xml: string, name: string): string | undefined {
  const value = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
  return value && decodeEntities(value);
}

async function answerError(response: Response): Promise<Error> {
  const text = await response.text().catch(() => '');
  const message = /<Message>([^<]*)<\/Message>/.exec(text)?.[1] ?? '';
  return new Error(`S3 answered ${response.status} ${errorCodeIn(text)} ${message}`.trim());
}

function bucketUrl({ endpoint, bucket, usesVirtualHost }: S3Settings): string {
  if (!usesVirtualHost) return `${endpoint}/${encodeURIComponent(bucket)}`;
  const url = new URL(endpoint);
  return `${url.protocol}//${bucket}.${url.host}${url.pathname.replace(/\/$/, '')}`;
}

async function sign(settings: S3Settings, bucket: string, { method, path, query, headers, body }: S3Request) {
  const url = new URL(path === '' ? bucket : `${bucket}/${path}`);
  for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value);
  const { region, accessKeyId, secretAccessKey } = settings;
  return new AwsV4Signer({
    method,
    url: url.href,
    headers: { ...headers, 'x-amz-content-sha256': hash('sha256', body ?? '') },
    ...(body ? { body } : {}),
    service: 's3',
    region,
    accessKeyId,
    secretAccessKey,
    allHeaders: true,
  }).sign();
}
