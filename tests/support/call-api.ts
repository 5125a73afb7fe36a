/** Calls of the API of a running site. */
import { administrator } from './site.ts';

type Body = { message: string; code: string; token: string; id: number; imageUrl: string };

export const credentials = { usernameOrEmail: administrator.username, password: administrator.password };

export async function ask(site: { url: string }, method: string, path: string, body?: unknown, token?: string) {
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  if (body !== undefined && !(body instanceof FormData)) headers['content-type'] = 'application/json';
  const sent = body instanceof FormData ? body : JSON.stringify(body);
  const response = await fetch(`${site.url}/api/v1${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: sent }),
  });
  return { status: response.status, headers: response.headers, body: (await response.json()) as Body };
}

export async function signIn(site: { url: string }): Promise<string> {
  return (await ask(site, 'POST', '/admin/login', credentials)).body.token;
}

export function aFile(bytes: Buffer): FormData {
  const form = new FormData();
  form.append('file', new File([new Uint8Array(bytes)], 'a.jpg', { type: 'image/jpeg' }));
  return form;
}
