/** Copies backups to a separate bucket, in parts, and removes those there that are no longer kept here. */
import { createReadStream } from 'node:fs';
import type { S3Settings } from '#platform/config/s3-settings.ts';
import { refusalError, s3Client, xmlValueIn } from '#platform/storage/s3-client.ts';
import { s3Store } from '#platform/storage/s3-store.ts';
import { outdatedBackups } from './retention.ts';

/** S3 takes ten thousand of them, each but the last of at least 5 MB. */
const partBytes = 16 * 1024 * 1024;

/** A part may take longer than a picture. */
const patience = { GET: 20_000, HEAD: 20_000, DELETE: 20_000, PUT: 120_000, POST: 120_000 };

/** @throws Unavailable, and then nothing of it is in the bucket */
export async function copyToBucket(settings: S3Settings, file: string, name: string): Promise<void> {
  const { send } = s3Client(settings, patience);
  const ask = async (request: Parameters<typeof send>[0]) => {
    const { response } = await send(request);
    if (!response.ok) throw await refusalError(response);
    return response;
  };
  const begun = await ask({ method: 'POST', path: name, query: { uploads: '' } });
  const uploadId = xmlValueIn(await begun.text(), 'UploadId') ?? '';
  try {
    const tags: string[] = [];
    const bytes = createReadStream(file, { highWaterMark: partBytes }) as AsyncIterable<Buffer<ArrayBuffer>>;
    for await (const body of bytes) {
      const query = { partNumber: String(tags.length + 1), uploadId };
      const put = await ask({ method: 'PUT', path: name, query, body });
      tags.push(put.headers.get('etag') ?? '');
    }
    const parts = tags.map((tag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${tag}</ETag></Part>`);
    const text = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`;
    const ended = await ask({ method: 'POST', path: name, query: { uploadId }, body: new TextEncoder().encode(text) });
    // S3 may answer 200 and say below that it has failed.
    const said = await ended.text();
    if (said.includes('<Error>')) throw await refusalError(new Response(said, { status: 500 }));
  } catch (error) {
    await send({ method: 'DELETE', path: name, query: { uploadId } }).catch(() => {});
    throw error;
  }
}

export async function removeOutdatedCopies(settings: S3Settings, now: Date): Promise<void> {
  const store = s3Store(settings);
  const names: string[] = [];
  for await (const { path } of store.list()) names.push(path);
  for (const name of outdatedBackups(names, now)) await store.remove(name);
}
