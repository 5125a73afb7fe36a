import { expect, test } from 'vitest';
import { anOpenEvent, comes } from '#tests/support/guests.ts';
import { appWithReaders, collector, createMailWorker } from '#tests/support/newsletter.ts';
import type { TestApp } from '#tests/support/test-app.ts';

/** Everything of a list, page by page; the status of the last. */
async function readAll(app: TestApp, path: string, token: string) {
  let read = 0;
  for (let cursor = ''; ; ) {
    const page = `${path}${path.includes('?') ? '&' : '?'}limit=100${cursor && `&cursor=${cursor}`}`;
    const { status, body, headers } = await app.json<unknown[]>('GET', page, undefined, token);
    if (status !== 200) return { read, status, code: (body as unknown as { code: string }).code };
    read += body.length;
    cursor = headers.get('x-next-cursor') ?? '';
    if (!cursor) return { read, status };
  }
}

test('who reads more than 500 addresses within an hour is asked for the password, and the others are told', async () => {
  await using site = await appWithReaders('sqlite', 500);
  const { app } = site;
  const token = await app.signIn();
  const { id } = await anOpenEvent(app, token);
  await site.send();
  const { mailer } = collector();
  await createMailWorker({ ...app.context, mailer }).sendDue();
  for (const name of ['Ada', 'Ben']) await comes(app, id, name);
  const guests = `/events/admin/${id}/registrations`;
  const told = async () => {
    const rows = await app.db.selectFrom('mails').select('content').where('kind', '=', 'account-notice').execute();
    return rows.filter(({ content }) => content.includes('more than 500 people')).length;
  };

  // Long after signing in.
  app.clock.advance(11 * 60_000);
  const readers = '/newsletter/admin/subscribers';
  expect(await readAll(app, readers, token)).toEqual({ read: 500, status: 200 });
  // The same people again, where they are named elsewhere.
  expect(await readAll(app, '/newsletter/admin/issues/1/recipients?outcome=delivered', token)).toEqual({
    read: 500,
    status: 200,
  });
  expect(await told()).toBe(0);
  const refused = { read: 0, status: 403, code: 'fresh_proof_needed' };
  expect(await readAll(app, guests, token)).toEqual(refused);
  expect(await readAll(app, guests, token)).toEqual(refused);
  const administrators = await told();
  expect(administrators).toBeGreaterThan(0);

  const other = await app.signIn();
  expect(await readAll(app, guests, other)).toEqual({ read: 2, status: 200 });
  const proof = await app.json('POST', '/admin/account/proof', { currentPassword: 'a password of twenty' }, token);
  expect(proof.status).toBe(200);
  expect(await readAll(app, guests, token)).toEqual({ read: 2, status: 200 });
  app.clock.advance(60 * 60_000);
  expect(await readAll(app, readers, token)).toEqual({ read: 500, status: 200 });
  expect(await told()).toBe(administrators);
});
