/** Confirmed subscribers of a running site, and an article on its way to them. */
import { administrator, type Site } from './site.ts';
import { inDatabase } from './states.ts';

/** `r1@example.org`…, confirmed. */
export function addSubscribers(site: Site, count: number): void {
  const at = new Date().toISOString();
  inDatabase(
    site,
    `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)
     INSERT INTO subscribers (email, email_key, state, created_at, confirmed_at)
     SELECT 'r' || n || '@example.org', 'r' || n || '@example.org', 'confirmed', ?, ? FROM numbers`,
    ...[count, at, at],
  );
}

/** Replaces all subscribers by confirmed ones; returns their addresses. */
export function replaceSubscribers(site: Site, name: string, count: number): string[] {
  for (const table of ['mails', 'issues', 'subscribers']) inDatabase(site, `DELETE FROM ${table}`);
  const addresses = Array.from({ length: count }, (_, at) => `${name}${at + 1}@example.org`);
  const now = new Date().toISOString();
  for (const address of addresses)
    inDatabase(
      site,
      "INSERT INTO subscribers (email, email_key, state, created_at, confirmed_at) VALUES (?, ?, 'confirmed', ?, ?)",
      ...[address, address, now, now],
    );
  return addresses;
}

export async function sendArticle(site: Site, id: number): Promise<void> {
  const { username, password } = administrator;
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ usernameOrEmail: username, password });
  const signedIn = await fetch(`${site.url}/api/v1/admin/login`, { method: 'POST', headers, body });
  const { token } = (await signedIn.json()) as { token: string };
  const authorization = `Bearer ${token}`;
  await fetch(`${site.url}/api/v1/newsletter/admin/send/${id}`, { method: 'POST', headers: { authorization } });
}
