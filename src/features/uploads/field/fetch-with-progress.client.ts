import type { Fetch } from '#shared/calls/api-client.ts';

export type OnProgress = (fraction: number) => void;

const progressListeners = new WeakMap<FormData, OnProgress>();

/** Called by `fetchWithProgress` with the part of the body that is sent, 0 to 1. */
export function reportProgress(body: FormData, onProgress: OnProgress): FormData {
  progressListeners.set(body, onProgress);
  return body;
}

/** As `fetchApi`, with progress: only an XMLHttpRequest reports it. */
export function fetchWithProgress(fetchApi: Fetch): Fetch {
  return (path, init = {}) => {
    const onProgress = init.body instanceof FormData ? progressListeners.get(init.body) : undefined;
    return onProgress ? send(path, init, onProgress) : fetchApi(path, init);
  };
}

function send(path: string, { method = 'POST', headers, body, signal }: RequestInit, onProgress: OnProgress) {
  return new Promise<Response>((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    const over = () => signal?.removeEventListener('abort', stop);
    request.open(method, path);
    new Headers(headers).forEach((value, name) => request.setRequestHeader(name, value));
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => resolve(responseOf(request));
    request.onerror = () => reject(new TypeError('The request did not get through'));
    request.onabort = () => reject(new DOMException('Stopped', 'AbortError'));
    request.onloadend = over;
    signal?.addEventListener('abort', stop);
    if (signal?.aborted) return reject(new DOMException('Stopped', 'AbortError'));
    request.send(body as FormData);
  });
}

function responseOf(request: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().trim().split(/\r?\n/)) {
    const [name, ...value] = line.split(': ');
    if (name) headers.append(name, value.join(': '));
  }
  const hasBody = ![204, 205, 304].includes(request.status);
  return new Response(hasBody ? request.responseText : null, { status: request.status, headers });
}
