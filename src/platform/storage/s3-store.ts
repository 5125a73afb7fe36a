/** The store as a bucket of any server that speaks S3. It needs the rights to read, write, delete and list there. */
import type { S3Settings } from '#platform/config/s3-settings.ts';
import { errorCodeIn, type Patience, refusalError, type S3Client, s3Client, xmlValueIn } from './s3-client.ts';
import { cacheControlOf, contentTypeOf, isSafeStorePath, type ListedFile, NameTaken, type Store } from './store.ts';

export function s3Store(settings: S3Settings, patience?: Patience): Store {
  const { send } = s3Client(settings, patience);
  const { publicUrl } = settings;

  async function exists(path: string): Promise<boolean> {
    const { response } = await send({ method: 'HEAD', path });
    if (response.ok) return true;
    if (response.status === 404) return false;
    throw await refusalError(response);
  }

  async function get(path: string) {
    if (!isSafeStorePath(path)) return null;
    const { response } = await send({ method: 'GET', path });
    const { body, headers } = response;
    if (response.ok && body) return { body, size: Number(headers.get('content-length')) };
    if (response.status === 404 && errorCodeIn(await response.clone().text()) !== 'NoSuchBucket') return null;
    throw await refusalError(response);
  }

  /** After a `put` whose answer was lost: whether the file there is ours. */
  async function holds(path: string, bytes: Buffer): Promise<boolean> {
    const there = await get(path);
    return there !== null && bytes.equals(Buffer.from(await new Response(there.body).arrayBuffer()));
  }

  return {
    get,

    async put(path, bytes) {
      refuseStrange(path);
      // Some servers do not know the condition below, and would overwrite.
      if (await exists(path)) throw new NameTaken(path);
      const headers = { 'content-type': contentTypeOf(path), 'cache-control': cacheControlOf(path) };
      const request = { method: 'PUT', path, body: new Uint8Array(bytes) } as const;
      let answer = await send({ ...request, headers: { ...headers, 'if-none-match': '*' } });
      if (answer.response.status === 501) answer = await send({ ...request, headers });
      const { response, tries } = answer;
      if (response.ok) return response.body?.cancel();
      if (response.status !== 412 && response.status !== 409) throw await refusalError(response);
      if (tries === 1 || !(await holds(path, bytes))) throw new NameTaken(path);
    },

    async remove(path) {
      refuseStrange(path);
      const { response } = await send({ method: 'DELETE', path });
      if (!response.ok && response.status !== 404) throw await refusalError(response);
    },

    list: () => listFiles(send),

    publicUrl: (path) => `${publicUrl ?? '/uploads'}/${path}`,
  };
}

/** An empty one would name the bucket itself. */
function refuseStrange(path: string): void {
  if (!isSafeStorePath(path)) throw new Error('This path cannot be stored');
}

async function* listFiles(send: S3Client['send']): AsyncGenerator<ListedFile> {
  for (let token: string | undefined = ''; token !== undefined; ) {
    const query: Record<string, string> = { 'list-type': '2', ...(token ? { 'continuation-token': token } : {}) };
    const { response } = await send({ method: 'GET', path: '', query });
    if (!response.ok) throw await refusalError(response);
    const page = await response.text();
    yield* filesIn(page);
    token = xmlValueIn(page, 'IsTruncated') === 'true' ? xmlValueIn(page, 'NextContinuationToken') : undefined;
  }
}

function* filesIn(xml: string): Generator<ListedFile> {
  for (const rest of xml.split('<Contents>').slice(1)) {
    const entry = rest.slice(0, rest.indexOf('</Contents>'));
    const path = xmlValueIn(entry, 'Key');
    const modifiedAt = new Date(xmlValueIn(entry, 'LastModified') ?? '');
    const size = Number(xmlValueIn(entry, 'Size') ?? 0);
    if (path) yield { path, size, modifiedAt };
  }
}
